//! Draws SVG as PNG. It takes tens of milliseconds of CPU time, so that only a few threads do it at once, and those of the
//! requests never do.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use tokio::sync::Semaphore;

use super::font::Font;

/// Each holds the pixels of its picture: 3 MB of a link preview.
const AT_ONCE: usize = 2;

pub struct Rasteriser {
    pub font: Font,
    slots: Arc<Semaphore>,
    pub drawn: AtomicU64,
}

impl Rasteriser {
    pub fn new() -> anyhow::Result<Rasteriser> {
        Ok(Rasteriser { font: Font::load()?, slots: Arc::new(Semaphore::new(AT_ONCE)), drawn: AtomicU64::new(0) })
    }

    /// The picture in this many pixels for one unit of the drawing.
    pub async fn png(&self, svg: String, scale: u32) -> anyhow::Result<Vec<u8>> {
        // Held until the drawing has ended, even if nobody waits for it any longer.
        let slot = Arc::clone(&self.slots).acquire_owned().await?;
        let faces = Arc::clone(&self.font.faces);
        self.drawn.fetch_add(1, Ordering::Relaxed);
        let draw = move || {
            let _slot = slot;
            let options = Options { fontdb: faces, font_family: "Poppins".to_owned(), ..Options::default() };
            let drawing = Tree::from_str(&svg, &options)?;
            let size = drawing.size().to_int_size().scale_by(scale as f32).context("a picture without a size")?;
            let mut pixels = Pixmap::new(size.width(), size.height()).context("a picture without a size")?;
            resvg::render(&drawing, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
            anyhow::Ok(pixels.encode_png()?)
        };
        tokio::task::spawn_blocking(draw).await?
    }
}
