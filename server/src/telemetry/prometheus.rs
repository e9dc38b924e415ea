//! The text Prometheus reads: families of figures, each named, explained and typed once.

use std::fmt::{Display, Write};

#[derive(Default)]
pub struct Exposition(String);

#[derive(Clone, Copy)]
pub enum MetricKind {
    /// Only grows while the process lives.
    Counter,
    /// A current value.
    Gauge,
    Histogram,
}

impl Exposition {
    /// Begins a family; its samples follow.
    pub fn family(&mut self, name: &str, kind: MetricKind, meaning: &str) {
        let kind = match kind {
            MetricKind::Counter => "counter",
            MetricKind::Gauge => "gauge",
            MetricKind::Histogram => "histogram",
        };
        self.line(format_args!("# HELP {name} {meaning}\n# TYPE {name} {kind}"));
    }

    pub fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<String> = labels.iter().map(|(name, text)| format!("{name}=\"{}\"", escaped(text))).collect();
        match labels.is_empty() {
            true => self.line(format_args!("{name} {value}")),
            false => self.line(format_args!("{name}{{{}}} {value}", labels.join(","))),
        }
    }

    /// A family of one gauge without labels.
    pub fn gauge(&mut self, name: &str, meaning: &str, value: impl Display) {
        self.family(name, MetricKind::Gauge, meaning);
        self.sample(name, &[], value);
    }

    pub fn into_text(self) -> String {
        self.0
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_explained_once_and_its_labels_are_escaped() {
        let mut text = Exposition::default();
        text.family("calls_total", MetricKind::Counter, "Calls so far");
        text.sample("calls_total", &[("host", "a\"b\\c\nd"), ("status", "200")], 3);
        text.gauge("depth", "How deep", 1.5);
        assert_eq!(
            text.into_text(),
            "# HELP calls_total Calls so far\n# TYPE calls_total counter\n\
             calls_total{host=\"a\\\"b\\\\c\\nd\",status=\"200\"} 3\n\
             # HELP depth How deep\n# TYPE depth gauge\ndepth 1.5\n"
        );
    }
}
