//! The Japan Meteorological Agency: one list of reports per office, in the form of May 2026. The files of the older form are
//! still served and have not changed since: they are never read.

use std::collections::{BTreeMap, HashMap};

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::Value;

use super::{AlertMessage, List, drop_controls};
use crate::alert::AlertFamily::{self, Avalanche, Coast, Cold, Fire, Fog, Rain, SnowIce, Thunderstorm, Wind};
use crate::alert::CapSeverity::{self, Extreme, Minor, Moderate, Severe};
use crate::alert::{Alert, AlertOrigin, AlertText};
use crate::alerts::model::area::Area;
use crate::alerts::model::stored::StoredAlert;

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

struct Kind {
    code: &'static str,
    japanese: &'static str,
    /// Ours; the agency's texts are Japanese.
    english: &'static str,
    severity: CapSeverity,
    family: Option<AlertFamily>,
}

const fn kind(
    code: &'static str,
    japanese: &'static str,
    english: &'static str,
    severity: CapSeverity,
    family: Option<AlertFamily>,
) -> Kind {
    Kind { code, japanese, english, severity, family }
}

/// The same for all levels of one phenomenon, so that a higher level is the same alert.
fn phenomenon(code: &str) -> &str {
    LEVELS.iter().find(|levels| levels.contains(&code)).map_or(code, |levels| levels[0])
}

/// Rain, landslides, storm surges, floods, wind, blizzards, snow and waves.
const LEVELS: [&[&str]; 8] = [
    &["10", "03", "43", "33"],
    &["29", "09", "49", "39"],
    &["19", "08", "48", "38"],
    &["18", "04"],
    &["15", "05", "35"],
    &["13", "02", "32"],
    &["12", "06", "36"],
    &["16", "07", "37"],
];

/// Advisories are level 2, warnings level 3, danger warnings level 4, emergency warnings level 5.
const KINDS: [Kind; 36] = [
    kind("02", "暴風雪警報", "Snowstorm warning", Severe, Some(SnowIce)),
    kind("03", "大雨警報", "Heavy rain warning", Severe, Some(Rain)),
    kind("04", "洪水警報", "Flood warning", Severe, Some(Rain)),
    kind("05", "暴風警報", "Storm warning", Severe, Some(Wind)),
    kind("06", "大雪警報", "Heavy snow warning", Severe, Some(SnowIce)),
    kind("07", "波浪警報", "High waves warning", Severe, Some(Coast)),
    kind("08", "高潮警報", "Storm surge warning", Severe, Some(Coast)),
    kind("09", "土砂災害警報", "Landslide warning", Severe, Some(Rain)),
    kind("10", "大雨注意報", "Heavy rain advisory", Moderate, Some(Rain)),
    kind("12", "大雪注意報", "Heavy snow advisory", Moderate, Some(SnowIce)),
    kind("13", "風雪注意報", "Gale and snow advisory", Moderate, Some(SnowIce)),
    kind("14", "雷注意報", "Thunderstorm advisory", Moderate, Some(Thunderstorm)),
    kind("15", "強風注意報", "Gale advisory", Moderate, Some(Wind)),
    kind("16", "波浪注意報", "High waves advisory", Moderate, Some(Coast)),
    kind("17", "融雪注意報", "Snowmelt advisory", Moderate, Some(Rain)),
    kind("18", "洪水注意報", "Flood advisory", Moderate, Some(Rain)),
    kind("19", "高潮注意報", "Storm surge advisory", Moderate, Some(Coast)),
    kind("20", "濃霧注意報", "Dense fog advisory", Moderate, Some(Fog)),
    kind("21", "乾燥注意報", "Dry air advisory", Minor, Some(Fire)),
    kind("22", "なだれ注意報", "Avalanche advisory", Moderate, Some(Avalanche)),
    kind("23", "低温注意報", "Low temperature advisory", Minor, Some(Cold)),
    kind("24", "霜注意報", "Frost advisory", Minor, Some(Cold)),
    kind("25", "着氷注意報", "Icing advisory", Moderate, Some(SnowIce)),
    kind("26", "着雪注意報", "Snow accretion advisory", Moderate, Some(SnowIce)),
    kind("27", "その他の注意報", "Other advisory", Minor, None),
    kind("29", "土砂災害注意報", "Landslide advisory", Moderate, Some(Rain)),
    kind("32", "暴風雪特別警報", "Snowstorm emergency warning", Extreme, Some(SnowIce)),
    kind("33", "大雨特別警報", "Heavy rain emergency warning", Extreme, Some(Rain)),
    kind("35", "暴風特別警報", "Storm emergency warning", Extreme, Some(Wind)),
    kind("36", "大雪特別警報", "Heavy snow emergency warning", Extreme, Some(SnowIce)),
    kind("37", "波浪特別警報", "High waves emergency warning", Extreme, Some(Coast)),
    kind("38", "高潮特別警報", "Storm surge emergency warning", Extreme, Some(Coast)),
    kind("39", "土砂災害特別警報", "Landslide emergency warning", Extreme, Some(Rain)),
    kind("43", "大雨危険警報", "Heavy rain danger warning", Extreme, Some(Rain)),
    kind("48", "高潮危険警報", "Storm surge danger warning", Extreme, Some(Coast)),
    kind("49", "土砂災害危険警報", "Landslide danger warning", Extreme, Some(Rain)),
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::alerts::model::area::AreaMatch;
    use crate::geo::coordinates::Coordinates;
    use crate::testing::recording;

    fn areas() -> Areas {
        Areas::read(
            json!({"offices": {"130000": {"name": "東京都"}}, "class20s": {
                "1310100": {"name": "千代田区", "enName": "Chiyoda City"}, "1310200": {"name": "中央区", "enName": "Chuo City"}}})
            .to_string()
            .as_bytes(),
        )
        .unwrap()
    }

    /// By the description of other clients: no answer of the new form was recorded.
    fn report(product: &str, time: &str, items: Value) -> Value {
        json!({"dataTypeCode": product, "reportDatetime": time, "controlDatetime": time, "publishingOffice": "気象庁",
            "infoType": "発表", "headlineText": "大雨に警戒してください。", "warning": {"class10Items": [], "class20Items": items}})
    }

    fn item(area: &str, code: &str, status: &str) -> Value {
        json!({"areaCode": area, "kinds": [{"code": code, "status": status}]})
    }

    fn read(reports: &[Value]) -> List {
        read_office("130000", json!(reports).to_string().as_bytes(), &areas()).unwrap()
    }

    #[test]
    fn of_each_product_the_newest_report_counts_and_what_is_lifted_is_over() {
        let old = report("VPWW55", "2026-08-23T10:00:00+09:00", json!([item("1310100", "10", "発表")]));
        let rain = report(
            "VPWW55",
            "2026-08-23T12:00:00+09:00",
            json!([item("1310100", "43", "発表"), item("1310200", "43", "継続"), item("1310200", "10", "解除")]),
        );
        let none = json!([{"areaCode": "1310100", "kinds": [{"status": "発表警報・注意報はなし"}]}]);
        let wind = report("VPWW58", "2026-08-23T12:00:00+09:00", none);
        let list = read(&[old, rain, wind]);
        assert_eq!((list.messages.len(), list.unreadable.len()), (1, 0));
        let stored = list.messages[0].alert.as_ref().unwrap();
        assert_eq!((stored.alert.cap_severity, stored.alert.family), (Some(Extreme), Some(Rain)));
        let titles: Vec<(&str, &str)> = stored.alert.texts.iter().map(|text| (&*text.title, &*text.area)).collect();
        let (japanese, english) =
            (("大雨危険警報", "千代田区, 中央区"), ("Heavy rain danger warning", "Chiyoda City, Chuo City"));
        assert_eq!(titles, [japanese, english]);
        let tokyo = Coordinates::new(35.69, 139.75).unwrap();
        let codes = |code: &str| [format!("{MAP}:{code}")];
        assert_eq!(stored.area.matches(tokyo, Some(&codes("1310100"))), AreaMatch::Inside);
        assert_eq!(stored.area.matches(tokyo, Some(&codes("1310300"))), AreaMatch::Outside);
        assert_eq!(stored.area.matches(tokyo, Some(&[])), AreaMatch::Unknown, "without a table of its areas");
    }

    #[test]
    fn an_unknown_code_is_unreadable_and_the_old_form_an_error() {
        let list = read(&[report("VPWW61", "2026-08-23T12:00:00+09:00", json!([item("1310100", "99", "発表")]))]);
        assert_eq!((list.messages.len(), list.unreadable), (0, vec![String::new()]));
        let withdrawn = json!([{"dataTypeCode": "VPWW61", "reportDatetime": "2026-08-23T12:00:00+09:00", "publishingOffice": "気象庁",
            "infoType": "取消", "warning": {"class20Items": []}}]);
        assert!(read_office("130000", withdrawn.to_string().as_bytes(), &areas()).is_err());
        let Some(old) = recording("jma/warning_130000_old_path_frozen_2026-05-28.json") else { return };
        assert!(read_office("130000", &old, &areas()).is_err());
        let tokyo = Areas::read(&recording("jma/area_tokyo_extract.json").unwrap()).unwrap();
        assert_eq!(tokyo.offices().collect::<Vec<_>>(), ["130000", "340000"]);
    }

    #[test]
    fn reports_that_stopped_are_not_read() {
        let now = "2026-08-23T12:00:00Z".parse().unwrap();
        let at = |time: &str| check_time(json!({"latestControlDatetime": time}).to_string().as_bytes(), now);
        assert!(at("2026-08-23T06:00:00Z").is_ok());
        assert!(at("2026-08-23T14:59:00+09:00").is_err());
        assert!(check_time(b"<html>", now).is_err());
    }

    #[test]
    fn a_continued_alert_keeps_its_times_and_is_lengthened_before_it_ends() {
        let first: Timestamp = "2026-08-23T03:00:00Z".parse().unwrap();
        let later = |hours: i64| {
            let now = first + SignedDuration::from_hours(hours);
            let items = json!([item("1310100", "03", "継続")]);
            let mut message = read(&[report("VPWW55", &now.to_string(), items)]).messages.remove(0);
            continue_from(&mut message, first, now);
            let alert = message.alert.unwrap().alert;
            (alert.starts_at, alert.ends_at.duration_since(first).as_hours())
        };
        assert_eq!(later(0), (first, 48));
        assert_eq!(later(42), (first, 48));
        assert_eq!(later(43), (first, 96));
    }
}
