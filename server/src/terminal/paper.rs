//! Lines of text for a terminal of a given width, with or without colours.

use unicode_width::UnicodeWidthStr;

use crate::text_lines::{cut, without_control_characters, wrap};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Normal,
    Strong,
    Faint,
    /// For what the reader must know about the data.
    Notice,
    /// For an alert of this level; the level is always in words, too.
    Severe,
    Moderate,
    Info,
    VeryCold,
    Cold,
    Mild,
    Warm,
    Hot,
}

impl Style {
    /// The parameters of the escape sequence.
    fn code(self) -> &'static str {
        match self {
            Style::Normal => "",
            Style::Strong => "1",
            Style::Faint => "2",
            Style::Notice => "1;33",
            Style::Severe => "1;97;41",
            Style::Moderate => "1;30;43",
            Style::Info => "1;97;44",
            Style::VeryCold => "94",
            Style::Cold => "36",
            Style::Mild => "32",
            Style::Warm => "33",
            Style::Hot => "31",
        }
    }

    pub fn of_temperature(celsius: f64) -> Style {
        match celsius {
            ..0.0 => Style::VeryCold,
            ..10.0 => Style::Cold,
            ..20.0 => Style::Mild,
            ..28.0 => Style::Warm,
            _ => Style::Hot,
        }
    }
}

pub struct Paper {
    text: String,
    width: usize,
    is_colored: bool,
}

/// A part of a line.
pub struct Span {
    pub text: String,
    pub style: Style,
}

pub fn span(style: Style, text: impl Into<String>) -> Span {
    Span { text: text.into(), style }
}

impl Paper {
    pub fn new(width: usize, is_colored: bool) -> Paper {
        Paper { text: String::new(), width, is_colored }
    }

    /// A line; what exceeds the width is cut off.
    pub fn line(&mut self, spans: &[Span]) {
        let mut left = self.width;
        let before = self.text.len();
        for span in spans {
            let text = cut(&without_control_characters(&span.text), left);
            left -= text.width();
            self.write(&text, span.style);
        }
        if !self.is_colored {
            let end = self.text.trim_end_matches(' ').len().max(before);
            self.text.truncate(end);
        }
        self.text.push('\n');
    }

    /// Words in as many lines as they need, each after an indentation; a no-break space joins two.
    pub fn wrapped(&mut self, indentation: usize, style: Style, text: &str) {
        for line in wrap(&without_control_characters(text), self.width - indentation) {
            self.line(&[span(Style::Normal, " ".repeat(indentation)), span(style, line)]);
        }
    }

    pub fn blank(&mut self) {
        self.text.push('\n');
    }

    pub fn finish(self) -> String {
        self.text
    }

    fn write(&mut self, text: &str, style: Style) {
        if self.is_colored && style != Style::Normal && !text.is_empty() {
            self.text.push_str(&format!("\u{1b}[{}m{text}\u{1b}[0m", style.code()));
        } else {
            self.text.push_str(text);
        }
    }
}

/// Filled with spaces to a width, on the right.
pub fn left_aligned(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Filled with spaces to a width, on the left.
pub fn right_aligned(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_control_the_terminal() {
        let mut paper = Paper::new(40, true);
        paper.line(&[span(Style::Strong, "a\u{1b}[2Jb\u{9b}31mc\u{202e}d\r\n")]);
        assert_eq!(paper.finish(), "\u{1b}[1ma [2Jb 31mc d  \u{1b}[0m\n");
    }

    #[test]
    fn a_line_is_cut_at_the_width() {
        let mut paper = Paper::new(6, false);
        paper.line(&[span(Style::Normal, "abcd"), span(Style::Severe, "efgh"), span(Style::Normal, "x")]);
        assert_eq!(paper.finish(), "abcde…\n");
    }
}
