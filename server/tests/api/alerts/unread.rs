//! A day on which every poll fails in another way: a place is never covered while its alert is unread, and the alert is
//! notified once, by the first poll that can read it.

use jiff::SignedDuration;

use crate::alerts::pipeline::{coverage, events, hours, save_place};
use crate::support::TestApp;
use crate::support::feeds::{Authority, BERLIN_AREA, Cap};

/// What stands between the server and a message.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    MissingMessage,
    BrokenMessage,
    OtherHost,
    MaintenancePage,
    UnknownEncoding,
    OtherEncoding,
    AreaWithoutShape,
}

const FAULTS: [Fault; 8] = [
    Fault::MissingMessage,
    Fault::OtherEncoding,
    Fault::BrokenMessage,
    Fault::OtherHost,
    Fault::None,
    Fault::MaintenancePage,
    Fault::UnknownEncoding,
    Fault::AreaWithoutShape,
];

impl Fault {
    fn is_readable(self) -> bool {
        matches!(self, Fault::None | Fault::OtherEncoding)
    }
}

fn alert(name: &str, number: i64) -> Cap<'_> {
    let sent = hours(number);
    Cap {
        name,
        kind: "Alert",
        replaces: &[],
        severity: "Severe",
        event: name,
        sent,
        starts: sent + SignedDuration::from_hours(1),
        ends: sent + SignedDuration::from_hours(3),
        area: BERLIN_AREA,
    }
}

fn publish(authority: &Authority, elsewhere: &Authority, cap: &Cap<'_>, fault: Fault) {
    authority.publish(std::slice::from_ref(cap));
    let path = format!("/cap/{}", cap.name);
    let text = cap.text();
    match fault {
        Fault::None => {}
        Fault::MissingMessage => {
            let entry = format!("<entry><link href='{path}-missing' type='application/cap+xml'/></entry>");
            authority.put("/atom", format!("<feed>{entry}</feed>"));
        }
        Fault::BrokenMessage => authority.put(&path, text.replace("</alert>", "")),
        Fault::OtherHost => {
            elsewhere.put(&path, text);
            let entry = format!("<entry><link href='{}{path}' type='application/cap+xml'/></entry>", elsewhere.url);
            authority.put("/atom", format!("<feed>{entry}</feed>"));
        }
        Fault::MaintenancePage => authority.put("/atom", "<html>Maintenance</html>".to_owned()),
        Fault::UnknownEncoding => authority.put(&path, format!("<?xml version='1.0' encoding='x-none'?>{text}")),
        Fault::OtherEncoding => {
            let text = format!("<?xml version='1.0' encoding='iso-8859-1'?>{}", text.replace("Amtlich", "Böen"));
            authority.put_bytes(&path, text.chars().map(|letter| letter as u8).collect());
        }
        Fault::AreaWithoutShape => authority.put(&path, text.replace(BERLIN_AREA, "<polygon>52.0,13.0</polygon>")),
    }
}

#[tokio::test]
async fn a_place_is_never_covered_while_its_alert_is_unread() {
    let (authority, elsewhere) = (Authority::start().await, Authority::start().await);
    let feed = authority.german_feed();
    let settings = [("HALCYON_CAP_FEEDS", feed.as_str()), ("HALCYON_RATE_LIMITS", "off")];
    let one = TestApp::start_with(&settings).await;
    let two = one.restart_with(&settings).await;
    let ada = one.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let mut expected: Vec<&str> = Vec::new();
    for (number, fault) in FAULTS.into_iter().cycle().take(16).enumerate() {
        // Each alert begins four hours after the one before, which has ended by then.
        let (app, name) = (if number % 2 == 0 { &one } else { &two }, format!("storm-{number}"));
        let cap = alert(&name, number as i64 * 4);
        publish(&authority, &elsewhere, &cap, fault);
        app.advance(SignedDuration::from_mins(6));
        app.run_alerts().await;
        app.advance(SignedDuration::from_secs(30));
        let alerts = coverage(app, 52.52, 13.41).await;
        let is_shown = alerts["items"].as_array().unwrap().iter().any(|alert| alert["origin"] == "issued");
        assert_eq!(is_shown, fault.is_readable(), "{number} {fault:?}: {alerts}");
        assert_eq!(alerts["coverage"] == "covered", fault.is_readable(), "{number} {fault:?}: {alerts}");

        // The authority repairs it under another name; the next poll reads it.
        app.advance(SignedDuration::from_mins(6));
        if !fault.is_readable() {
            let repaired = format!("{name}-repaired");
            let kind = if fault == Fault::AreaWithoutShape { "Update" } else { "Alert" };
            let replaces: &[&str] = if kind == "Update" { &[&name] } else { &[] };
            let cap = Cap { name: &repaired, kind, replaces, ..cap.clone() };
            publish(&authority, &elsewhere, &cap, Fault::None);
        }
        app.run_alerts().await;
        expected.push("new");
        assert_eq!(events(&ada).await, expected, "{number} {fault:?}");
        app.advance(SignedDuration::from_secs(30));
        let alerts = coverage(app, 52.52, 13.41).await;
        assert_eq!(alerts["coverage"], "covered", "{number} {fault:?}: {alerts}");

        authority.publish(&[]);
        app.advance(SignedDuration::from_mins(4 * 60 - 13));
        app.run_alerts().await;
        expected.push("all_clear");
        assert_eq!(events(&ada).await, expected, "{number} {fault:?}");
    }
}
