//! Cells: a run over all of them, a count without changes, cells in the US whose zones are not known, one cell with many users.

use std::time::Duration;

use halcyon::app::worker;
use jiff::SignedDuration;

use super::{Databases, TENFOLD, compare, timed};
use crate::alerts::users::{self, EUROPE, KANSAS};

const CELLS: i64 = 2_000;
const USERS: i64 = 5_000;
/// Of one cell.
const NEIGHBOURS: i64 = 2_000;

pub async fn measure(databases: &Databases) -> anyhow::Result<()> {
    let (small, large) = (run(databases, 1).await?, run(databases, TENFOLD).await?);
    compare("a complete run over 10,000 places in 2,000 cells", small.complete, large.complete);
    compare("a run in which nothing changed", small.unchanged, large.unchanged);
    compare("a recount of all cells", small.recount, large.recount);
    let small = unknown_zones(databases, CELLS).await?;
    compare("a poll with 2,000 cells of unknown zones", small, unknown_zones(databases, CELLS * TENFOLD).await?);
    let small = one_cell(databases, NEIGHBOURS).await?;
    compare("a storm over one cell with 2,000 users", small, one_cell(databases, NEIGHBOURS * TENFOLD).await?);
    Ok(())
}

struct Run {
    complete: Duration,
    unchanged: Duration,
    recount: Duration,
}

async fn run(databases: &Databases, times: i64) -> anyhow::Result<Run> {
    let (app, services, clock) = databases.application().await?;
    users::insert(&app.db, EUROPE, USERS * times, CELLS * times).await?;
    services.publish(usize::try_from(50 * times)?, None);
    let complete = timed(async {
        worker::poll_feeds(&app).await?;
        worker::check_hazards(&app).await?;
        worker::notify_users(&app).await
    })
    .await?;
    clock.advance(SignedDuration::from_mins(2));
    let unchanged = timed(async {
        worker::poll_feeds(&app).await?;
        worker::notify_users(&app).await
    })
    .await?;
    clock.advance(SignedDuration::from_hours(1));
    Ok(Run { complete, unchanged, recount: timed(app.alerts.sync_cells()).await? })
}

/// The service has no answer about zones, so that none is learnt.
async fn unknown_zones(databases: &Databases, cells: i64) -> anyhow::Result<Duration> {
    let (app, services, clock) = databases.application().await?;
    users::insert(&app.db, KANSAS, cells / 2, cells).await?;
    app.alerts.sync_cells().await?;
    services.publish(10, None);
    app.alerts.poll_feeds().await;
    worker::notify_users(&app).await?;
    clock.advance(SignedDuration::from_mins(2));
    services.publish(50, None);
    timed(async {
        app.alerts.poll_feeds().await;
        worker::notify_users(&app).await
    })
    .await
}

async fn one_cell(databases: &Databases, users: i64) -> anyhow::Result<Duration> {
    let (app, services, _) = databases.application().await?;
    users::insert(&app.db, EUROPE, users, 1).await?;
    services.publish(1, None);
    timed(async {
        worker::poll_feeds(&app).await?;
        worker::notify_users(&app).await
    })
    .await
}
