//! How the reports of an office are read.

use serde_json::json;

use super::*;
use crate::alert::AlertFamily::Rain;
use crate::alert::CapSeverity::Extreme;
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
