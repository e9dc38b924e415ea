//! What runs beside the requests: messages go out, expired rows go away.

use std::time::Duration;

use crate::app::App;
use crate::{accounts, contact, history, upkeep};

/// How long an empty outbox is left alone.
const PAUSE: Duration = Duration::from_secs(1);
const TIDY_EVERY: Duration = Duration::from_secs(3600);

/// Runs until the process ends; a failure is logged and tried again, never fatal. Mails do not wait for the tidying,
/// which may wait for Google.
pub async fn run(app: App) {
    tokio::join!(send_on(&app), tidy_on(&app));
}

async fn send_on(app: &App) {
    loop {
        tokio::time::sleep(PAUSE).await;
        if let Err(error) = send_all(app).await {
            tracing::warn!("outbox not read: {error:#}");
        }
    }
}

async fn tidy_on(app: &App) {
    let mut turns = tokio::time::interval(TIDY_EVERY);
    loop {
        turns.tick().await;
        if let Err(error) = tidy_all(app).await {
            tracing::warn!("expired rows not removed: {error:#}");
        }
    }
}

/// Sends until nothing is due.
pub async fn send_all(app: &App) -> anyhow::Result<()> {
    while accounts::work(&app.accounts, &app.mailer).await? > 0 {}
    Ok(())
}

/// Removes what has had its time, and renews what may be kept only when it is renewed.
pub async fn tidy_all(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now().as_millisecond();
    accounts::tidy(&app.accounts).await?;
    history::upkeep::forget_visitors(&app.db, now).await?;
    contact::tidy(&app.db, now).await?;
    upkeep::renew_google_positions(app).await
}
