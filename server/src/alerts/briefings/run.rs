//! Writes the briefings that are due, each once, late only while it is still useful.

use jiff::{SignedDuration, Timestamp};

use super::queries::{self, DueBriefing};
use super::schedule::DueTime;
use super::text::{Reader, compose};
use crate::alert::{Alert, AlertOrigin, AlertText, BRIEFING_IDENTITY, Severity};
use crate::alerts::notify::personal::{self, Candidate, distinct};
use crate::alerts::notify::policy::quiet_until;
use crate::alerts::notify::queries::list_devices;
use crate::alerts::notify::recipients::Device;
use crate::alerts::notify::writes::{NewNotification, insert_notifications};
use crate::clock::Clock;
use crate::db::Db;
use crate::in_transaction;
use crate::measures::Measures;
use crate::outlook::{FindOutlooks, Outlook};

const BATCH: i64 = 100;
/// How long a process holds what it has claimed, and when one that could not be written is tried again.
const LEASE: SignedDuration = SignedDuration::from_mins(1);
/// Later than this, the morning is over.
const USEFUL_FOR: SignedDuration = SignedDuration::from_hours(2);
/// The job does not run at the second: within this, a briefing is on time.
const ON_TIME: SignedDuration = SignedDuration::from_mins(5);
/// So long it waits for newer weather than this.
const WAIT_FOR_WEATHER: SignedDuration = SignedDuration::from_mins(15);
const MAX_AGE: SignedDuration = SignedDuration::from_mins(90);

/// A claimed briefing, with its place.
struct Claimed {
    due: DueBriefing,
    candidate: Candidate,
    due_at: Timestamp,
    claim: i64,
}

/// Runs until nothing is due; returns how many were written.
pub async fn send_due_briefings(db: &Db, clock: &Clock, find_outlooks: &FindOutlooks) -> anyhow::Result<usize> {
    let mut written = 0;
    loop {
        let now = clock.now();
        let claimed = claim(db, now).await?;
        if claimed.is_empty() {
            return Ok(written);
        }
        let sites = claimed.iter().map(|one| one.candidate.site()).collect();
        let outlooks = find_outlooks(sites, true).await;
        let decided: Vec<(Claimed, Outcome)> = claimed
            .into_iter()
            .zip(outlooks)
            .map(|(claimed, outlook)| {
                let outcome = claimed.decide(outlook.as_ref(), now);
                (claimed, outcome)
            })
            .collect();
        written += commit(db, &decided, now).await?;
    }
}

async fn claim(db: &Db, now: Timestamp) -> anyhow::Result<Vec<Claimed>> {
    let until = (now + LEASE).as_millisecond();
    in_transaction!(db, tx => {
        let mut claimed = Vec::new();
        for due in queries::list_due(tx, now.as_millisecond(), BATCH).await? {
            if queries::claim(tx, &due, until).await? {
                claimed.push(due);
            }
        }
        Ok::<_, anyhow::Error>(claimed)
    })
    .map(|claimed| claimed.into_iter().map(|due| Claimed::new(due, until)).collect())
}

enum Outcome {
    Send(Box<Alert>),
    /// It is tried again when the claim has expired.
    Wait,
    /// It is too late, or the user has switched everything off.
    Skip,
}

impl Claimed {
    fn new(due: DueBriefing, claim: i64) -> Claimed {
        let candidate = Candidate::of(due.place.clone());
        let due_at = Timestamp::from_millisecond(due.briefing.due_at).unwrap_or_default();
        Claimed { due, candidate, due_at, claim }
    }

    fn decide(&self, outlook: Option<&Outlook>, now: Timestamp) -> Outcome {
        let late = now.duration_since(self.due_at);
        if late >= USEFUL_FOR || self.candidate.settings.notifications.is_all_off {
            return Outcome::Skip;
        }
        if late > ON_TIME && self.is_kept_by_quiet_hours(now) {
            return Outcome::Wait;
        }
        let is_usable = |outlook: &&Outlook| !outlook.is_simulated;
        let Some(outlook) = outlook.filter(is_usable) else { return Outcome::Wait };
        if now.duration_since(outlook.fetched_at) > MAX_AGE && late < WAIT_FOR_WEATHER {
            return Outcome::Wait;
        }
        self.alert(outlook, now).map_or(Outcome::Wait, |alert| Outcome::Send(Box::new(alert)))
    }

    /// A time that the user chose inside quiet hours is meant; one that was missed before them is not made up for in them.
    fn is_kept_by_quiet_hours(&self, now: Timestamp) -> bool {
        let Candidate { settings, zone, .. } = &self.candidate;
        settings.notifications.quiet_period.is_some_and(|period| {
            quiet_until(&period, zone, now).is_some() && quiet_until(&period, zone, self.due_at).is_none()
        })
    }

    fn alert(&self, outlook: &Outlook, now: Timestamp) -> Option<Alert> {
        let Candidate { location, language, settings, .. } = &self.candidate;
        let reader = Reader {
            measures: Measures { language: *language, units: settings.units },
            place: &location.name,
            with_air: self.due.briefing.with_air,
            sensitivities: &settings.air.sensitivities,
        };
        let briefing = compose(outlook, &reader, now.max(self.due_at), now)?;
        Some(Alert {
            id: format!("{BRIEFING_IDENTITY}{}", self.due.briefing.due_on),
            texts: vec![AlertText { description: briefing.text, ..AlertText::new(language.code(), briefing.title) }],
            attribution: Some(outlook.attribution.clone()),
            ..Alert::new(AlertOrigin::Computed, Severity::Info, self.due_at, self.due_at + USEFUL_FOR)
        })
    }

    fn next(&self, now: Timestamp) -> Option<DueTime> {
        self.due.briefing.schedule().next(now, self.due.briefing.due_on.parse().ok())
    }

    fn notification(&self, alert: &Alert, devices: &[Device]) -> anyhow::Result<NewNotification> {
        let briefing = &self.due.briefing;
        let settings = self.candidate.settings.notifications.for_briefing(briefing.by_mail, briefing.by_push);
        personal::notification(&self.candidate, alert, &settings, devices)
    }
}

/// Atomic: after a crash nothing is committed, and the briefings are claimed again when their lease expires.
async fn commit(db: &Db, decided: &[(Claimed, Outcome)], now: Timestamp) -> anyhow::Result<usize> {
    let users = distinct(decided.iter().map(|(claimed, _)| claimed.candidate.location.user_id));
    in_transaction!(db, tx => {
        let devices = list_devices(tx, &users).await?;
        let mut notifications = Vec::new();
        for (claimed, outcome) in decided {
            let Some(next) = claimed.next(now).filter(|_| !matches!(outcome, Outcome::Wait)) else { continue };
            let is_ours = queries::finish(tx, &claimed.due, next, claimed.claim).await?;
            if let (true, Outcome::Send(alert)) = (is_ours, outcome) {
                notifications.push(claimed.notification(alert, &devices)?);
            }
        }
        Ok(insert_notifications(tx, &notifications, now.as_millisecond()).await?)
    })
}
