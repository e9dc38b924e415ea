//! The Japan Meteorological Agency: one list of reports per office, in the form of May 2026. The files of the older form are
//! still served and have not changed since: they are never read.

mod kinds;

use std::collections::{BTreeMap, HashMap};

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::Value;

use super::{AlertMessage, List, drop_controls};
use crate::alert::{Alert, AlertOrigin, AlertText};
use crate::alerts::model::area::Area;
use crate::alerts::model::stored::StoredAlert;
use kinds::{KINDS, Kind, phenomenon};

const ATTRIBUTION: &str = "出典：気象庁 (Japan Meteorological Agency)";
const SENDER: &str = "www.jma.go.jp";
/// The map of its areas, which are communes or parts of them.
const MAP: &str = "JMA_CLASS20";
/// The list has no end times: an alert lasts while it is listed, and this long if the agency does not answer.
const LIFETIME: SignedDuration = SignedDuration::from_hours(48);
/// Without a new report for longer the agency's service has stopped.
const MAX_SILENCE: SignedDuration = SignedDuration::from_hours(6);
const MAX_AREA_NAMES: usize = 6;

/// The offices and the names of areas.
#[derive(Deserialize)]
pub struct Areas {
    offices: BTreeMap<String, Value>,
    class20s: HashMap<String, AreaName>,
}

#[derive(Deserialize)]
struct AreaName {
    name: String,
    #[serde(rename = "enName")]
    english: String,
}

impl Areas {
    pub fn read(bytes: &[u8]) -> anyhow::Result<Areas> {
        let areas: Areas = serde_json::from_slice(bytes)?;
        anyhow::ensure!(!areas.offices.is_empty(), "a list without offices");
        Ok(areas)
    }

    /// Their numbers, which are the names of their files.
    pub fn offices(&self) -> impl Iterator<Item = &str> {
        let is_number = |office: &&String| office.bytes().all(|digit| digit.is_ascii_digit());
        self.offices.keys().filter(is_number).map(String::as_str)
    }

    fn names(&self, codes: &[String], name: fn(&AreaName) -> &str) -> String {
        let mut names: Vec<&str> =
            codes.iter().take(MAX_AREA_NAMES).map(|code| self.class20s.get(code).map_or(code.as_str(), name)).collect();
        if codes.len() > MAX_AREA_NAMES {
            names.push("…");
        }
        names.join(", ")
    }
}

/// An error if the agency has stopped issuing reports: what it still serves is old.
pub fn check_time(bytes: &[u8], now: Timestamp) -> anyhow::Result<()> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct MapTime {
        latest_control_datetime: Timestamp,
    }
    let MapTime { latest_control_datetime: latest } = serde_json::from_slice(bytes)?;
    anyhow::ensure!(now.duration_since(latest) <= MAX_SILENCE, "no report since {latest}");
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    data_type_code: String,
    report_datetime: Timestamp,
    publishing_office: String,
    #[serde(default)]
    info_type: String,
    #[serde(default)]
    headline_text: String,
    warning: Warning,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Warning {
    class20_items: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    area_code: String,
    kinds: Vec<ItemKind>,
}

#[derive(Deserialize)]
struct ItemKind {
    code: Option<String>,
    status: String,
}

/// Reads the reports of one office; of each product the newest counts.
pub fn read_office(office: &str, bytes: &[u8], areas: &Areas) -> anyhow::Result<List> {
    let mut reports: Value = serde_json::from_slice(bytes)?;
    drop_controls(&mut reports);
    let reports: Vec<Report> = serde_json::from_value(reports)?;
    let mut newest: BTreeMap<&str, &Report> = BTreeMap::new();
    for report in &reports {
        let known = newest.entry(&report.data_type_code).or_insert(report);
        if report.report_datetime > known.report_datetime {
            *known = report;
        }
    }
    let mut list = List::default();
    for report in newest.into_values() {
        anyhow::ensure!(report.info_type != "取消", "a report that was withdrawn");
        for (code, in_areas) in report.active() {
            let identifier = format!("{office}-{}-{}", report.data_type_code, phenomenon(code));
            match KINDS.iter().find(|kind| kind.code == code) {
                Some(kind) => list.messages.push(message(identifier, kind, report, in_areas, areas)),
                // It may be another level of any of the known ones.
                None => list.unreadable.push(String::new()),
            }
        }
    }
    Ok(list)
}

impl Report {
    /// The areas of each kind in force, by its code.
    fn active(&self) -> BTreeMap<&str, Vec<String>> {
        let mut active: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for item in &self.warning.class20_items {
            let in_force =
                item.kinds.iter().filter(|kind| kind.status != "解除").filter_map(|kind| kind.code.as_deref());
            for code in in_force {
                active.entry(code).or_default().push(item.area_code.clone());
            }
        }
        active
    }
}

fn message(identifier: String, kind: &Kind, report: &Report, codes: Vec<String>, areas: &Areas) -> AlertMessage {
    let (starts_at, severity) = (report.report_datetime, kind.severity);
    let ends_at = starts_at.checked_add(LIFETIME).unwrap_or(Timestamp::MAX);
    let text = |language: &str, title: &str, area: String| AlertText { area, ..AlertText::new(language, title) };
    let alert = Alert {
        cap_severity: Some(severity),
        texts: vec![
            AlertText {
                description: report.headline_text.clone(),
                ..text("ja", kind.japanese, areas.names(&codes, |area| &area.name))
            },
            text("en", kind.english, areas.names(&codes, |area| &area.english)),
        ],
        issuer: Some(report.publishing_office.clone()),
        attribution: Some(ATTRIBUTION.to_owned()),
        sent_at: Some(report.report_datetime),
        url: Some("https://www.jma.go.jp/bosai/warning/".to_owned()),
        family: kind.family,
        ..Alert::new(AlertOrigin::Issued, severity.to_severity(), starts_at, ends_at)
    };
    let codes = codes.iter().map(|code| format!("{MAP}:{code}")).collect();
    AlertMessage {
        // The list keeps an alert while reports continue it.
        replaces: vec![identifier.clone()],
        identifier,
        sender: SENDER.to_owned(),
        sent_at: report.report_datetime,
        event: phenomenon(kind.code).to_owned(),
        alert: Some(StoredAlert { alert, area: Area { codes, ..Area::default() }.with_sorted_codes() }),
        is_end: false,
    }
}

/// Gives an alert that a newer report continues the times of its first one: a report is issued whenever something changes
/// in a prefecture, and does not say when an alert began. `first_sent` is that of the open message with this identifier.
pub fn continue_from(message: &mut AlertMessage, first_sent: Timestamp, now: Timestamp) {
    let Some(stored) = &mut message.alert else { return };
    let mut ends_at = first_sent.checked_add(LIFETIME).unwrap_or(Timestamp::MAX);
    // Lengthened before it ends, by whole lifetimes, so that this is rare.
    while ends_at < now.checked_add(MAX_SILENCE).unwrap_or(now) {
        ends_at = ends_at.checked_add(LIFETIME).unwrap_or(Timestamp::MAX);
    }
    message.sent_at = first_sent;
    (stored.alert.starts_at, stored.alert.ends_at) = (first_sent, ends_at);
    stored.alert.sent_at = Some(first_sent);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
