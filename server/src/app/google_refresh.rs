//! Coordinates from Google may be kept for thirty days: here Google is asked again, and our own index where it fails.

use crate::app::App;
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::Site;
use crate::history::retention as history;
use crate::locations::refresh;
use crate::places::GooglePosition;

/// How many rows are taken at a time.
const BATCH: i64 = 50;

pub async fn renew_google_positions(app: &App) -> anyhow::Result<()> {
    renew_locations(app).await?;
    replace_in_history(app).await
}

/// A saved place is worth a question to Google; one it forgot, or does not answer in time, becomes a place of ours.
async fn renew_locations(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now().as_millisecond();
    loop {
        let taken = refresh::claim(&app.db, BATCH, now).await?;
        if taken.is_empty() {
            return Ok(());
        }
        for due in taken {
            match app.places.ask_google_for(&due.place_id).await {
                GooglePosition::At(position) => refresh::renew(&app.db, &due, position, now).await?,
                GooglePosition::NotAnswered if !due.is_last_try(now) => {}
                GooglePosition::Gone | GooglePosition::NotAnswered => {
                    let (site, place_id) = stand_in(app, due.at());
                    refresh::cut_loose(&app.db, &due, site, place_id.as_deref(), now).await?;
                }
            }
        }
    }
}

/// An old search is not worth a question: our own nearest place takes over, or the entry goes.
async fn replace_in_history(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now().as_millisecond();
    loop {
        let old = history::list_old_google_entries(&app.db, BATCH, now).await?;
        if old.is_empty() {
            return Ok(());
        }
        for entry in old {
            match app.places.nearest(entry.at()) {
                Some((place_id, site)) => history::replace(&app.db, &entry, site.coordinates, &place_id).await?,
                None => history::delete(&app.db, &entry).await?,
            }
        }
    }
}

/// The nearest place of our index; far from any, whole degrees, which are not Google's data and precise enough at sea.
fn stand_in(app: &App, position: Coordinates) -> (Site, Option<String>) {
    match app.places.nearest(position) {
        Some((place_id, site)) => (site, Some(place_id)),
        None => {
            let (latitude, longitude) = (position.latitude.round(), position.longitude.round());
            (Site::from(Coordinates { latitude, longitude }), None)
        }
    }
}
