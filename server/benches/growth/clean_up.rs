//! Expired rows: deleted in batches that are found by an index.

use halcyon::app::worker;

use super::{Databases, TENFOLD, compare, fill, timed};

const EXPIRED: i64 = 20_000;
const LIMITS: &str = "insert into rate_limits (name, hits, window_ends_at, blocked_until)
     select 'expired ' || i, 1, 1, 0 from {numbers}";
/// The year 2100.
const KEPT: &str = "insert into rate_limits (name, hits, window_ends_at, blocked_until)
     select 'kept ' || i, 1, 4102444800000, 0 from {numbers}";

pub async fn measure(databases: &Databases) -> anyhow::Result<()> {
    let mut times = Vec::new();
    for expired in [EXPIRED, EXPIRED * TENFOLD] {
        let (app, _services, _) = databases.application().await?;
        fill(&app.db, LIMITS, expired).await?;
        fill(&app.db, KEPT, expired).await?;
        times.push(timed(worker::clean_up(&app)).await?);
    }
    compare("cleaning up 20,000 expired rows among 40,000", times[0], times[1]);
    Ok(())
}
