//! A backlog of the outbox: what an idle channel pays for it, and what it costs to work it off.

use std::time::Duration;

use halcyon::app::worker;
use halcyon::db::outbox::{self, Queue};
use jiff::Timestamp;

use super::{Databases, TENFOLD, compare, fill, timed};

const BACKLOG: i64 = 30_000;
const CLAIMS: usize = 200;
const WORKED_OFF: i64 = 3_000;
const BATCH: i64 = 200;
const MESSAGES: &str = "insert into outbox (id, kind, payload, created_at, due_at, attempts, queue)
     select {id}, 'notification_webpush', '{}', i, i, 0, 'notifications' from {numbers}";

pub async fn measure(databases: &Databases) -> anyhow::Result<()> {
    let (small, large) = (beside(databases, BACKLOG).await?, beside(databases, BACKLOG * TENFOLD).await?);
    compare("claims of an idle channel beside a backlog of 30,000", small.claims, large.claims);
    compare("a count of the backlog", small.count, large.count);
    let small = work_off(databases, WORKED_OFF).await?;
    compare("working off 3,000 messages", small, work_off(databases, WORKED_OFF * TENFOLD).await?);
    Ok(())
}

struct Beside {
    claims: Duration,
    count: Duration,
}

async fn beside(databases: &Databases, backlog: i64) -> anyhow::Result<Beside> {
    let (app, _services, _) = databases.application().await?;
    fill(&app.db, MESSAGES, backlog).await?;
    let claims = timed(async {
        for _ in 0..CLAIMS {
            outbox::claim(&app.db, Queue::Notifications, Some("notification_mail"), BATCH, Timestamp::now()).await?;
        }
        Ok(())
    });
    Ok(Beside { claims: claims.await?, count: timed(worker::count_outbox(&app)).await? })
}

async fn work_off(databases: &Databases, messages: i64) -> anyhow::Result<Duration> {
    let (app, _services, _) = databases.application().await?;
    fill(&app.db, MESSAGES, messages).await?;
    timed(async {
        loop {
            let now = Timestamp::now();
            let kind = Some("notification_webpush");
            let claimed = outbox::claim(&app.db, Queue::Notifications, kind, BATCH, now).await?;
            if claimed.is_empty() {
                return Ok(());
            }
            let held = outbox::renew_leases(&app.db, claimed, now).await?;
            outbox::delete_all(&app.db, &held).await?;
        }
    })
    .await
}
