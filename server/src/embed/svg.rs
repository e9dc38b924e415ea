//! An embed as a picture for an `<img>`. Its height follows from what it says; its font is the reader's, or ours where it
//! is drawn as pixels.

use super::content::{Content, Icon, Now, Step};
use super::font::{FAMILIES, Font, Weight};
use super::icons;
use super::theme::Theme;
use crate::encoding::escape_html as escape;
use crate::text_lines::{cut, cut_where, wrap, wrap_where};

const WIDTH: f64 = 480.0;
const MARGIN: f64 = 20.0;
const INNER: f64 = WIDTH - 2.0 * MARGIN;
/// How wide a letter of an unknown font is, for its size of 1; generous.
const LETTER: f64 = 0.56;
const STRONG_LETTER: f64 = 0.62;
const LAYOUT: &str = "text{font-family:system-ui,sans-serif;font-size:14px}.big{font-size:44px;font-weight:600}\
                      .title{font-size:18px;font-weight:600}.strong{font-weight:600}.end{text-anchor:end}.middle{text-anchor:middle}";

pub fn style(theme: Theme) -> String {
    format!("{LAYOUT}{}", theme.rules())
}

/// For a drawing in our font.
pub fn fixed_style(theme: Theme) -> String {
    format!("{LAYOUT}{FAMILIES}{}", theme.fixed_rules())
}

/// How wide texts are.
#[derive(Clone, Copy)]
pub enum Letters<'a> {
    /// In the font of the reader.
    Estimated,
    /// In ours.
    Measured(&'a Font),
}

pub fn render(content: &Content, style: &str, letters: Letters) -> String {
    let mut drawing = Drawing { body: String::new(), y: MARGIN, letters };
    drawing.lines("title text", 18.0, &[letters.cut(&content.place, Weight::Strong, 18.0, INNER)]);
    drawing.paragraph(if content.is_old { "strong text" } else { "muted" }, &content.as_of);
    drawing.paragraph("strong text", content.simulated.as_deref().unwrap_or_default());
    content.alerts.iter().for_each(|alert| drawing.alert(alert.level, &alert.name, &alert.details()));
    content.coverage.iter().for_each(|line| drawing.paragraph("muted", line));
    drawing.paragraph("text", content.missing.as_deref().unwrap_or_default());
    content.now.iter().for_each(|now| drawing.now(now));
    drawing.hours(&content.hours);
    drawing.days(&content.days);
    drawing.y += 8.0;
    drawing.paragraph("muted", &content.attribution);
    let height = drawing.y + MARGIN - 8.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         role=\"img\" aria-labelledby=\"title words\" lang=\"{}\"><title id=\"title\">{}</title><desc id=\"words\">{}</desc>\
         <style>{style}</style><rect class=\"ground line\" x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"14\"/>{}</svg>\n",
        content.language.code(),
        escape(&content.title),
        escape(&content.in_words()),
        WIDTH - 1.0,
        height - 1.0,
        drawing.body,
    )
}

impl Letters<'_> {
    fn wrap(self, text: &str, weight: Weight, size: f64, width: f64) -> Vec<String> {
        match self {
            Letters::Estimated => wrap(text, columns(width, weight, size)),
            Letters::Measured(font) => wrap_where(text, |line| font.width(line, weight, size) <= width),
        }
    }

    fn cut(self, text: &str, weight: Weight, size: f64, width: f64) -> String {
        match self {
            Letters::Estimated => cut(text, columns(width, weight, size)),
            Letters::Measured(font) => cut_where(text, |line| font.width(line, weight, size) <= width),
        }
    }
}

struct Drawing<'a> {
    body: String,
    /// Where the next part begins.
    y: f64,
    letters: Letters<'a>,
}

impl Drawing<'_> {
    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        self.body.push_str(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text)));
    }

    fn lines(&mut self, class: &str, size: f64, lines: &[String]) {
        for line in lines {
            self.y += size;
            self.text(class, MARGIN, self.y, line);
            self.y += 6.0;
        }
    }

    /// Nothing for an empty text.
    fn paragraph(&mut self, class: &str, text: &str) {
        let weight = if class.contains("strong") { Weight::Strong } else { Weight::Regular };
        self.lines(class, 14.0, &self.letters.wrap(text, weight, 14.0, INNER));
    }

    fn alert(&mut self, level: &str, name: &str, details: &str) {
        let wrap = |text: &str, weight| self.letters.wrap(text, weight, 14.0, INNER - 2.0 * 12.0);
        let lines: Vec<(&str, String)> = (wrap(name, Weight::Strong).into_iter().map(|line| ("strong ", line)))
            .chain(wrap(details, Weight::Regular).into_iter().map(|line| ("", line)))
            .collect();
        let height = 14.0 + 20.0 * lines.len() as f64;
        self.body.push_str(&format!(
            "<rect class=\"{level}-ground\" x=\"{MARGIN}\" y=\"{}\" width=\"{INNER}\" height=\"{height}\" rx=\"8\"/>",
            self.y + 2.0
        ));
        for (index, (weight, line)) in lines.iter().enumerate() {
            self.text(&format!("{weight}{level}"), MARGIN + 12.0, self.y + 22.0 + 20.0 * index as f64, line);
        }
        self.y += height + 8.0;
    }

    fn icon(&mut self, icon: Option<&Icon>, x: f64, y: f64, size: f64) {
        if let Some(icon) = icon {
            let strokes = icons::strokes(&icon.condition, icon.is_day);
            let scale = size / 64.0;
            self.body.push_str(&format!("<g transform=\"translate({x} {y}) scale({scale})\">{strokes}</g>"));
        }
    }

    fn now(&mut self, now: &Now) {
        let top = self.y + 4.0;
        self.icon(now.icon.as_ref(), MARGIN, top, 64.0);
        self.text("big text", MARGIN + 76.0, top + 48.0, &now.temperature);
        let beside = MARGIN + 76.0 + 118.0;
        let room = WIDTH - MARGIN - beside;
        let condition = now.icon.as_ref().map(|icon| icon.name.as_str()).unwrap_or_default();
        let condition = self.letters.cut(condition, Weight::Strong, 14.0, room);
        self.text("strong text", beside, top + 26.0, &condition);
        let facts = now.facts.iter().map(|fact| fact.replace(' ', "\u{a0}")).collect::<Vec<_>>().join(" · ");
        let facts = self.letters.wrap(&facts, Weight::Regular, 14.0, room);
        for (index, line) in facts.iter().enumerate() {
            self.text("muted", beside, top + 46.0 + 18.0 * index as f64, line);
        }
        // Below the icon, or below the facts if they need more than one line.
        self.y = top + f64::max(70.0, 42.0 + 18.0 * facts.len() as f64);
        self.paragraph("text", &now.sentence);
    }

    fn hours(&mut self, hours: &[Step]) {
        if hours.is_empty() {
            return;
        }
        let (top, column) = (self.y + 6.0, INNER / hours.len() as f64);
        for (index, step) in hours.iter().enumerate() {
            let middle = MARGIN + column * (index as f64 + 0.5);
            self.text("muted middle", middle, top + 14.0, &step.label);
            self.icon(step.icon.as_ref(), middle - 16.0, top + 20.0, 32.0);
            self.text("strong text middle", middle, top + 70.0, &step.temperatures.concat());
            self.text("muted middle", middle, top + 90.0, &step.chance);
        }
        self.y = top + 98.0;
    }

    fn days(&mut self, days: &[Step]) {
        if !days.is_empty() {
            self.y += 6.0;
        }
        days.iter().for_each(|day| self.day(day));
    }

    fn day(&mut self, day: &Step) {
        let (top, right) = (self.y + 2.0, WIDTH - MARGIN);
        self.body.push_str(&format!("<path class=\"line\" d=\"M{MARGIN} {top}H{right}\"/>"));
        let baseline = top + 23.0;
        self.text("text", MARGIN, baseline, &day.label);
        self.icon(day.icon.as_ref(), MARGIN + 120.0, top + 2.0, 32.0);
        for (index, temperature) in day.temperatures.iter().enumerate() {
            self.text("strong text end", right - 170.0 + 80.0 * index as f64, baseline, temperature);
        }
        self.text("muted end", right, baseline, &day.chance);
        self.y = top + 34.0;
    }
}

fn columns(width: f64, weight: Weight, size: f64) -> usize {
    let letter = match weight {
        Weight::Regular => LETTER,
        Weight::Strong => STRONG_LETTER,
    };
    (width / (size * letter)) as usize
}
