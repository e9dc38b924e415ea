//! Texts from elsewhere in lines of a limited width, measured in columns.

use unicode_width::UnicodeWidthStr;

/// Control characters would be obeyed by a terminal, are not allowed in XML, and can reverse the text around them.
pub fn without_control_characters(text: &str) -> String {
    let is_hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(letter, '\u{fffe}' | '\u{ffff}')
    };
    text.chars().map(|letter| if is_hidden(letter) { ' ' } else { letter }).collect()
}

/// Words in as many lines as they need; a no-break space joins two.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    wrap_where(text, |line| line.width() <= columns)
}

/// As `wrap`, for lines that fit where `fits` says so.
pub fn wrap_where(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || fits(&longer) {
            line = longer;
        } else {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        }
        // A word that is longer than a line, as a link or a text in Japanese, is broken.
        while !fits(&line) {
            let first = fitting(&line, &fits).to_owned();
            line.drain(..first.len());
            lines.push(first);
        }
    }
    lines.push(line);
    lines.into_iter().filter(|line| !line.is_empty()).map(|line| line.replace('\u{a0}', " ")).collect()
}

/// The text, or its beginning with an ellipsis.
pub fn cut(text: &str, columns: usize) -> String {
    if columns == 0 { String::new() } else { cut_where(text, |line| line.width() <= columns) }
}

/// As `cut`, for a text that fits where `fits` says so.
pub fn cut_where(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    format!("{}…", fitting(text, |start| fits(&format!("{start}…"))).trim_end())
}

/// The beginning that fits, and at least one character.
fn fitting(text: &str, fits: impl Fn(&str) -> bool) -> &str {
    let ends = text.char_indices().map(|(start, letter)| start + letter.len_utf8());
    let end = ends.take_while(|end| fits(&text[..*end])).last();
    &text[..end.unwrap_or_else(|| text.chars().next().map_or(0, char::len_utf8))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_long_ones_broken() {
        assert_eq!(wrap("one two three four", 10), ["one two", "three four"]);
        assert_eq!(wrap("abcdefghij", 6), ["abcdef", "ghij"]);
        assert_eq!(wrap("大雨警報です", 6), ["大雨警", "報です"], "each of these takes two columns");
        assert_eq!(wrap("one two\u{a0}three", 10), ["one", "two three"]);
        assert_eq!(wrap("", 6), [""; 0]);
    }

    #[test]
    fn a_long_text_is_cut_with_an_ellipsis() {
        assert_eq!(
            [cut("abcdef", 6), cut("abcdef", 5), cut("大雨警報", 5), cut("a", 0)],
            ["abcdef", "abcd…", "大雨…", ""]
        );
    }

    #[test]
    fn control_characters_become_spaces() {
        assert_eq!(without_control_characters("a\u{1b}[2Jb\u{202e}c\u{ffff}\n"), "a [2Jb c  ");
    }
}
