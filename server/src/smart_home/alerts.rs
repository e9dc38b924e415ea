//! Alerts as binary sensors: on, off where we can vouch for it, otherwise unknown.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::alert::{Alert, AlertOrigin, Coverage};
use crate::alert_words::AlertWords;
use crate::measures::Measures;
use crate::published_report::PublishedReport;
use crate::text_lines::without_control_characters;

/// The texts of authorities are long; Home Assistant records 16 KiB of an entity.
const MAX_ALERTS: usize = 20;
const MAX_TITLE_CHARS: usize = 200;

const ON: Option<&str> = Some("ON");
const OFF: Option<&str> = Some("OFF");
/// Home Assistant reads null as unknown.
const UNKNOWN: Option<&str> = None;

/// Those of authorities. They are real even where the weather is simulated.
pub fn official(report: &PublishedReport, measures: Measures, now: Timestamp) -> Value {
    let alerts = not_ended(report, AlertOrigin::Issued, now);
    let state = match report.alerts.coverage {
        _ if !alerts.is_empty() => ON,
        Coverage::Covered => OFF,
        _ => UNKNOWN,
    };
    let unmatched: Vec<&Alert> = report.alerts.unmatched.iter().collect();
    json!({
        "state": state,
        "attributes": {
            "alerts": described(&alerts, report, measures),
            "unmatched": described(&unmatched, report, measures),
            "coverage": report.alerts.coverage,
            "updated_at": report.alerts.updated_at,
        },
    })
}

/// Those that we compute from the forecast. One that an authority has issued an alert about is not in the report, so that
/// nothing is known about hazards while there is such an alert. Made-up weather has none that may alarm anyone.
pub fn hazards(report: &PublishedReport, measures: Measures, now: Timestamp) -> Value {
    let is_known = !report.is_gone(now) && !report.is_simulated();
    let hazards = if is_known { not_ended(report, AlertOrigin::Computed, now) } else { Vec::new() };
    let is_current = report.stated_age(now).is_none() && !report.hourly.time.is_empty();
    let state = match is_known {
        true if !hazards.is_empty() => ON,
        true if is_current && not_ended(report, AlertOrigin::Issued, now).is_empty() => OFF,
        _ => UNKNOWN,
    };
    json!({
        "state": state,
        "attributes": {
            "alerts": described(&hazards, report, measures),
            "updated_at": report.fetched_at,
            "simulated": report.is_simulated(),
        },
    })
}

/// Also those that begin later.
fn not_ended(report: &PublishedReport, origin: AlertOrigin, now: Timestamp) -> Vec<&Alert> {
    report.alerts.items.iter().filter(|alert| alert.origin == origin && alert.ends_at > now).collect()
}

fn described(alerts: &[&Alert], report: &PublishedReport, measures: Measures) -> Vec<Value> {
    let zone = report.zone();
    let words = AlertWords { measures, zone: &zone };
    let describe = |alert: &&Alert| {
        let title = without_control_characters(&words.describe(alert).name);
        json!({
            "title": title.chars().take(MAX_TITLE_CHARS).collect::<String>(),
            "level": alert.level(),
            "severity": words.severity(alert),
            "starts_at": alert.starts_at,
            "ends_at": alert.ends_at,
            "source": without_control_characters(&words.source(alert)),
        })
    };
    alerts.iter().take(MAX_ALERTS).map(describe).collect()
}
