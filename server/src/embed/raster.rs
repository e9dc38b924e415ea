//! Draws SVG as PNG. It takes tens of milliseconds of CPU time, so that only a few threads do it at once, and those of the
//! requests never do.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use tokio::sync::Semaphore;

use super::encode;
use super::font::Font;
use crate::error::AppError;

/// Each holds the pixels of its picture: 3 MB of a link preview.
const AT_ONCE: usize = 2;
/// Requests that wait hold slots of the load shedding, which reports need too.
const MAX_WAITING: usize = 16;
/// As for a request that is shed.
const RETRY_AFTER_SECONDS: u64 = 2;

pub struct Rasteriser {
    pub font: Font,
    /// Drawing or waiting for a slot.
    queue: Arc<Semaphore>,
    slots: Arc<Semaphore>,
    pub drawn: AtomicU64,
}

impl Rasteriser {
    pub fn new() -> anyhow::Result<Rasteriser> {
        Ok(Rasteriser {
            font: Font::load()?,
            queue: Arc::new(Semaphore::new(AT_ONCE + MAX_WAITING)),
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            drawn: AtomicU64::new(0),
        })
    }

    /// The picture in this many pixels for one unit of the drawing; refused while too many others wait.
    pub async fn png(&self, svg: String, scale: u32) -> Result<Vec<u8>, AppError> {
        let Ok(queued) = Arc::clone(&self.queue).try_acquire_owned() else {
            return Err(AppError::Overloaded { retry_after_seconds: RETRY_AFTER_SECONDS });
        };
        let slot = Arc::clone(&self.slots).acquire_owned().await.context("no slots")?;
        let faces = Arc::clone(&self.font.faces);
        self.drawn.fetch_add(1, Ordering::Relaxed);
        let draw = move || {
            // Held until the drawing has ended, even if the request was cancelled.
            let _held = (queued, slot);
            let options = Options { fontdb: faces, font_family: "Poppins".to_owned(), ..Options::default() };
            let drawing = Tree::from_str(&svg, &options)?;
            let size = drawing.size().to_int_size().scale_by(scale as f32).context("a picture without a size")?;
            let mut pixels = Pixmap::new(size.width(), size.height()).context("a picture without a size")?;
            resvg::render(&drawing, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
            anyhow::Ok(encode::png(&pixels)?)
        };
        Ok(tokio::task::spawn_blocking(draw).await.context("a drawing has failed")??)
    }
}
