//! Compares the forecasts of places with the thresholds of their users, and writes the notifications.

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::kind::ThresholdKind;
use super::queries::{self, ThresholdRow};
use super::rules::{EventState, Finding, Step, Verdict, evaluate, step};
use super::text;
use crate::alert::{Alert, AlertOrigin, Severity, THRESHOLD_IDENTITY};
use crate::alerts::notify::personal::{self, BATCH, Candidate};
use crate::alerts::notify::writes::{NewNotification, insert_notifications};
use crate::clock::Clock;
use crate::db::Db;
use crate::db::lease::claim_job;
use crate::in_transaction;
use crate::measures::Measures;
use crate::outlook::{FindOutlooks, Outlook};
use crate::session::UserId;

const JOB: &str = "threshold notifications";
const INTERVAL: SignedDuration = SignedDuration::from_mins(15);
/// Weather that is older says nothing about the next hours.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(3);
/// Never urgent, and wanted by name.
const SEVERITY: Severity = Severity::Moderate;

/// What a batch changes: a notification with the state that follows from it, and states that change without one.
#[derive(Default)]
struct Changes {
    due: Vec<(Candidate, Alert)>,
    /// In the order of `due`.
    due_rows: Vec<(ThresholdRow, EventState)>,
    updates: Vec<(ThresholdRow, EventState)>,
}

/// Runs if it is due; returns how many notifications were written.
pub async fn notify_of_thresholds(db: &Db, clock: &Clock, find_outlooks: &FindOutlooks) -> anyhow::Result<usize> {
    let now = clock.now();
    if !claim_job(db, JOB, now.as_millisecond(), (now + INTERVAL).as_millisecond()).await? {
        return Ok(0);
    }
    let (mut written, mut after) = (0, (UserId(Uuid::nil()), Uuid::nil()));
    loop {
        let places = queries::list_places(db, after, BATCH).await?;
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return Ok(written) };
        let key = |place: &crate::alerts::notify::queries::OptedInLocation| {
            (place.location.user_id, place.location.location_id)
        };
        let rows = queries::list_of_places(db, key(first), key(last)).await?;
        after = key(last);
        let candidates: Vec<Candidate> = places.into_iter().map(Candidate::of).collect();
        let outlooks = find_outlooks(candidates.iter().map(Candidate::site).collect(), true).await;
        let mut changes = Changes::default();
        for (candidate, outlook) in candidates.iter().zip(&outlooks) {
            let is_usable =
                |outlook: &&Outlook| !outlook.is_simulated && now.duration_since(outlook.fetched_at) <= MAX_AGE;
            if let Some(outlook) = outlook.as_ref().filter(is_usable) {
                let own = rows.iter().filter(|row| is_of(row, candidate));
                own.for_each(|row| changes.add(candidate, row, outlook, now));
            }
        }
        written += commit(db, &changes, now).await?;
    }
}

fn is_of(row: &ThresholdRow, candidate: &Candidate) -> bool {
    row.user_id == candidate.location.user_id && row.location_id == candidate.location.location_id
}

impl Changes {
    fn add(&mut self, candidate: &Candidate, row: &ThresholdRow, outlook: &Outlook, now: Timestamp) {
        let Some(kind) = ThresholdKind::parse(&row.kind) else { return };
        let verdict = evaluate(kind, row.value, outlook, candidate.location.latitude, now);
        match (step(&verdict, &row.state(), now), verdict) {
            (Step::Notify(event), Verdict::Met(finding)) => {
                self.due.push((candidate.clone(), alert(candidate, row, kind, &finding, outlook, &event)));
                let state = EventState { event: Some(event), is_active: true, gone_since: None };
                self.due_rows.push((row.clone(), state));
            }
            (Step::Update(state), _) => self.updates.push((row.clone(), state)),
            _ => {}
        }
    }
}

fn alert(
    candidate: &Candidate,
    row: &ThresholdRow,
    kind: ThresholdKind,
    finding: &Finding,
    outlook: &Outlook,
    event: &str,
) -> Alert {
    let measures = Measures { language: candidate.language, units: candidate.settings.units };
    Alert {
        id: identity(kind, event),
        texts: vec![text::of(kind, row.value, finding, &measures, &candidate.zone)],
        attribution: Some(outlook.attribution.clone()),
        ..Alert::new(AlertOrigin::Computed, SEVERITY, finding.at, finding.until)
    }
}

fn identity(kind: ThresholdKind, event: &str) -> String {
    format!("{THRESHOLD_IDENTITY}{}-{event}", kind.as_str())
}

/// Atomic. What quiet hours or the limits hold back keeps its state, and is decided again at the next run.
async fn commit(db: &Db, changes: &Changes, now: Timestamp) -> anyhow::Result<usize> {
    in_transaction!(db, tx => {
        for (row, state) in &changes.updates {
            queries::update_state(tx, row, state).await?;
        }
        if changes.due.is_empty() {
            return Ok(0);
        }
        let mut ours = Vec::new();
        for notification in personal::plan(tx, &changes.due, now).await? {
            let Some((row, state)) = changes.due_rows.iter().zip(&changes.due).find_map(|(one, (_, alert))| {
                is_about(&notification, &one.0, alert).then_some(one)
            }) else { continue };
            if queries::update_state(tx, row, state).await? {
                ours.push(notification);
            }
        }
        Ok(insert_notifications(tx, &ours, now.as_millisecond()).await?)
    })
}

fn is_about(notification: &NewNotification, row: &ThresholdRow, alert: &Alert) -> bool {
    notification.user_id == row.user_id
        && notification.location_id == Some(row.location_id)
        && notification.identity == alert.id
}
