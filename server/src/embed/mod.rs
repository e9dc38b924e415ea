//! The weather of a place inside of other sites: a page for an `<iframe>`, and a picture. Decision 0118.

mod content;
mod encode;
mod font;
mod html;
mod icons;
mod logo;
mod preview;
mod preview_route;
mod raster;
mod request;
mod routes;
mod skies;
mod svg;
mod theme;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::http::HeaderValue;
use ipnet::IpNet;
use jiff::Timestamp;
use moka::future::Cache;
use moka::policy::EvictionPolicy;

use crate::clock::Clock;
use crate::geo::address::Describe;
use crate::http::static_files::inline_hash;
use crate::published_report::{LoadKnownReport, LoadReport};
use crate::settings::Settings;
use crate::telemetry::prometheus::{Exposition, MetricKind};
use raster::Rasteriser;
use request::RequestKey;
pub use routes::routes;
use theme::{THEMES, Theme};

/// Of rendered embeds.
const CACHE_BYTES: u64 = 16 * 1024 * 1024;
/// Of an entry beside its body: its key, which holds the name of a place, and the cache's own.
const ENTRY_BYTES: u32 = 768;

#[derive(Clone)]
pub struct Embeds(Arc<Parts>);

struct Parts {
    public_url: String,
    trusted_proxies: Vec<IpNet>,
    clock: Clock,
    describe: Describe,
    load_report: LoadReport,
    load_known_report: LoadKnownReport,
    styles: Vec<[Style; 3]>,
    rasteriser: Rasteriser,
    /// Rendered for one quarter hour of one report, because parsing a report costs more than sending it.
    rendered: Cache<RenderedKey, Rendered>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct RenderedKey {
    /// Of the report.
    etag: HeaderValue,
    quarter: i64,
    /// `None` for a link preview.
    kind: Option<Kind>,
    request: RequestKey,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Page,
    /// SVG.
    Picture,
    /// PNG.
    Raster,
}

/// The style of a theme, and the policy that allows it and nothing else.
struct Style {
    text: String,
    policy: HeaderValue,
}

#[derive(Clone)]
struct Rendered {
    body: bytes::Bytes,
    etag: HeaderValue,
    fresh_until: Timestamp,
}

impl Embeds {
    pub fn new(
        settings: &Settings,
        clock: Clock,
        describe: Describe,
        load_report: LoadReport,
        load_known_report: LoadKnownReport,
    ) -> anyhow::Result<Embeds> {
        let styles = THEMES.iter().map(|theme| {
            let (page, picture) = (Style::new(html::style(*theme), "*")?, Style::new(svg::style(*theme), "'none'")?);
            Ok([page, picture, Style::new(svg::fixed_style(*theme), "'none'")?])
        });
        Ok(Embeds(Arc::new(Parts {
            public_url: settings.public_url.as_str().trim_end_matches('/').to_owned(),
            trusted_proxies: settings.trusted_proxies.clone(),
            clock,
            describe,
            load_report,
            load_known_report,
            styles: styles.collect::<anyhow::Result<Vec<_>>>()?,
            rasteriser: Rasteriser::new()?,
            rendered: Cache::builder()
                .max_capacity(CACHE_BYTES)
                .weigher(|_, rendered: &Rendered| rendered.body.len() as u32 + ENTRY_BYTES)
                // The next quarter hour replaces it, however often it was shown.
                .eviction_policy(EvictionPolicy::lru())
                .build(),
        })))
    }

    pub fn expose(&self, text: &mut Exposition) {
        const DRAWN: &str = "halcyon_pictures_drawn_total";
        text.family(DRAWN, MetricKind::Counter, "Embeds and link previews drawn as pixels; each costs CPU time");
        text.sample(DRAWN, &[], self.0.rasteriser.drawn.load(Ordering::Relaxed));
    }
}

impl Parts {
    fn style(&self, theme: Theme, kind: Kind) -> &Style {
        &self.styles[theme as usize][kind as usize]
    }
}

impl Style {
    fn new(text: String, frame_ancestors: &str) -> anyhow::Result<Style> {
        let policy = format!(
            "default-src 'none'; style-src {}; base-uri 'none'; form-action 'none'; frame-ancestors {frame_ancestors}; \
             sandbox allow-popups allow-popups-to-escape-sandbox",
            inline_hash(&text)
        );
        Ok(Style { policy: HeaderValue::from_str(&policy)?, text })
    }
}
