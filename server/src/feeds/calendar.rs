//! The calendar of a place (RFC 5545): an all-day event for each day, and an event for each alert.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};

use super::content::Content;

/// Bytes of a line before it is folded.
const MAX_LINE_BYTES: usize = 75;

pub fn render(content: &Content, own_address: &str) -> String {
    let mut calendar = Calendar::default();
    let name = [&*content.place, &*content.mark].join(" ");
    calendar.line("BEGIN", "VCALENDAR");
    calendar.line("VERSION", "2.0");
    calendar.line("PRODID", "-//Halcyon//Weather//EN");
    calendar.line("CALSCALE", "GREGORIAN");
    calendar.line("METHOD", "PUBLISH");
    calendar.text("NAME", name.trim());
    calendar.text("X-WR-CALNAME", name.trim());
    calendar.text("DESCRIPTION", &joined(&[&content.notice, &content.coverage, &content.attribution]));
    calendar.line("SOURCE;VALUE=URI", own_address);
    calendar.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
    calendar.line("X-PUBLISHED-TTL", "PT1H");
    for day in &content.days {
        let next = day.date.saturating_add(1.day());
        calendar.begin_event(&format!("{}-{}@halcyon", compact(day.date), content.place_id), content.updated_at);
        calendar.line("DTSTART;VALUE=DATE", &compact(day.date));
        calendar.line("DTEND;VALUE=DATE", &compact(next));
        calendar.text("SUMMARY", &day.title);
        calendar.text("DESCRIPTION", &joined(&[&day.details, &content.notice, &content.attribution]));
        calendar.end_event(content);
    }
    for alert in &content.alerts {
        calendar.begin_event(&format!("{}-{}@halcyon", alert.id, content.place_id), alert.updated_at);
        calendar.line("DTSTART", &utc(alert.starts_at));
        calendar.line("DTEND", &utc(alert.ends_at));
        calendar.text("SUMMARY", &format!("⚠️ {}", alert.title));
        calendar.text("DESCRIPTION", &joined(&[&alert.details, &content.notice]));
        calendar.text("CATEGORIES", &alert.severity);
        calendar.end_event(content);
    }
    calendar.line("END", "VCALENDAR");
    calendar.0
}

#[derive(Default)]
struct Calendar(String);

impl Calendar {
    fn begin_event(&mut self, uid: &str, stamp: Timestamp) {
        self.line("BEGIN", "VEVENT");
        self.line("UID", uid);
        self.line("DTSTAMP", &utc(stamp));
        self.line("LAST-MODIFIED", &utc(stamp));
    }

    /// The weather does not make a user busy.
    fn end_event(&mut self, content: &Content) {
        self.line("URL", &content.page);
        self.text("LOCATION", &content.place);
        self.line("TRANSP", "TRANSPARENT");
        self.line("END", "VEVENT");
    }

    fn text(&mut self, name: &str, text: &str) {
        let escaped = text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n");
        self.line(name, &escaped);
    }

    /// Lines are folded between characters, never within one.
    fn line(&mut self, name: &str, value: &str) {
        let mut used = 0;
        for letter in format!("{name}:{value}").chars().filter(|letter| !letter.is_control()) {
            if used + letter.len_utf8() > MAX_LINE_BYTES {
                self.0.push_str("\r\n ");
                used = 1;
            }
            self.0.push(letter);
            used += letter.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

fn joined(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("\n")
}

fn compact(date: Date) -> String {
    date.strftime("%Y%m%d").to_string()
}

fn utc(time: Timestamp) -> String {
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_between_characters_and_texts_escaped() {
        let mut calendar = Calendar::default();
        calendar.text("SUMMARY", &"ü".repeat(70));
        for line in calendar.0.split("\r\n") {
            assert!(line.len() <= MAX_LINE_BYTES, "{line}");
        }
        assert_eq!(calendar.0.replace("\r\n ", ""), format!("SUMMARY:{}\r\n", "ü".repeat(70)));
        let mut calendar = Calendar::default();
        calendar.text("SUMMARY", "a,b;c\\d\ne\r\u{1b}");
        assert_eq!(calendar.0, "SUMMARY:a\\,b\\;c\\\\d\\ne\r\n");
    }
}
