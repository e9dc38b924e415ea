//! Leases of a job under random orders of claims: processes whose clocks differ ask for it alone and at the same time, and any
//! of them may end while it holds the job. It is never claimed twice, and a lost lease only delays the next claim.

use futures_util::future::join_all;
use halcyon::db::Db;
use halcyon::db::lease::claim_job;
use rand::rngs::SmallRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use crate::support::database::TestDatabase;

const PROCESSES: usize = 5;
const STEPS: usize = 150;
const SEEDS: u64 = 4;
const LEASE_SECONDS: i64 = 60;
/// As `docs/operations.md` allows for the clocks of machines.
const SKEW_SECONDS: i64 = 30;

/// The lease as the holder's clock understands it.
#[derive(Clone, Copy)]
struct Lease {
    claimed_at: i64,
    expires_at: i64,
}

#[tokio::test]
async fn a_job_is_claimed_by_one_process_at_a_time_and_again_after_its_lease() {
    for seed in 0..SEEDS {
        let database = TestDatabase::fresh().await;
        let db = Db::connect(&database.url).await.unwrap();
        let mut random = SmallRng::seed_from_u64(seed);
        let clocks: Vec<i64> = (0..PROCESSES).map(|_| random.random_range(-SKEW_SECONDS..=SKEW_SECONDS)).collect();
        let (mut now, mut lease, mut claims) = (1_000, None::<Lease>, 0);
        for step in 0..STEPS {
            now += random.random_range(0..=20);
            let count = random.random_range(1..=PROCESSES);
            let asking = clocks.iter().map(|skew| now + skew).sample(&mut random, count);
            let answers = join_all(asking.iter().map(|clock| claim_job(&db, "model", *clock, clock + LEASE_SECONDS)));
            let won: Vec<i64> = answers
                .await
                .into_iter()
                .zip(&asking)
                .filter_map(|(got, clock)| got.unwrap().then_some(*clock))
                .collect();

            let is_free = |clock: &i64| lease.is_none_or(|lease| lease.expires_at <= *clock);
            let expected = usize::from(asking.iter().any(is_free));
            assert_eq!(won.len(), expected, "seed {seed}, step {step}: claims at {asking:?} won {won:?}");
            let [clock] = won[..] else { continue };
            assert!(is_free(&clock), "seed {seed}, step {step}: claimed while another's lease lasts");
            let since = lease.map_or(LEASE_SECONDS, |lease| now - lease.claimed_at);
            assert!(
                since >= LEASE_SECONDS - 2 * SKEW_SECONDS,
                "seed {seed}, step {step}: claimed again after {since} s"
            );
            lease = Some(Lease { claimed_at: now, expires_at: clock + LEASE_SECONDS });
            claims += 1;
        }
        assert!(claims > 10, "seed {seed}: no lease that is lost blocks the job");
    }
}
