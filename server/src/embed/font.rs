//! The font of raster pictures: Poppins, as on the page. The files are those of the page, unpacked with
//! `fonttools ttLib.woff2 decompress -o server/fonts/poppins-400.ttf web/src/fonts/poppins-400.woff2`, and 600 alike.

use std::collections::HashMap;
use std::sync::Arc;

use gazetteer::fold::fold;
use resvg::usvg::fontdb::{Database, Source};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

const REGULAR: &[u8] = include_bytes!("../../fonts/poppins-400.ttf");
const STRONG: &[u8] = include_bytes!("../../fonts/poppins-600.ttf");

/// The files name each weight as a family of its own.
pub const FAMILIES: &str = "text{font-family:Poppins}.big,.title,.strong{font-family:\"Poppins SemiBold\"}";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Strong,
}

pub struct Font {
    pub faces: Arc<Database>,
    /// The width of each letter for a size of 1, by weight.
    widths: [HashMap<char, f64>; 2],
}

impl Font {
    pub fn load() -> anyhow::Result<Font> {
        let mut faces = Database::new();
        for file in [REGULAR, STRONG] {
            faces.load_font_source(Source::Binary(Arc::new(file)));
        }
        Ok(Font { faces: Arc::new(faces), widths: [widths(REGULAR)?, widths(STRONG)?] })
    }

    /// Pairs of letters are drawn closer together, so that a text is at most as wide.
    pub fn width(&self, text: &str, weight: Weight, size: f64) -> f64 {
        let widths = &self.widths[weight as usize];
        text.chars().map(|letter| widths.get(&letter).copied().unwrap_or(1.0)).sum::<f64>() * size
    }

    /// The text as far as the font can write it: letters lose marks that it does not have, and symbols are left out. `None`
    /// where a letter has no Latin form: part of a word would say something else.
    pub fn writable(&self, text: &str) -> Option<String> {
        let mut written = String::with_capacity(text.len());
        for letter in text.chars() {
            if self.has(letter) {
                written.push(letter);
            } else if letter.is_alphanumeric() {
                let plain = fold(letter.encode_utf8(&mut [0; 4]));
                if plain.is_empty() || !plain.chars().all(|plain| self.has(plain)) {
                    return None;
                }
                written.push_str(&if letter.is_uppercase() { capitalised(&plain) } else { plain });
            }
        }
        let words: Vec<&str> = written.split_whitespace().collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// As `writable`; else what is in parentheses, where sources write the Latin form of their name.
    pub fn writable_part(&self, text: &str) -> Option<String> {
        self.writable(text).or_else(|| {
            let (_, rest) = text.split_once('(')?;
            self.writable(rest.split_once(')')?.0)
        })
    }

    fn has(&self, letter: char) -> bool {
        self.widths[0].contains_key(&letter)
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn widths(file: &[u8]) -> anyhow::Result<HashMap<char, f64>> {
    let font = FontRef::new(file)?;
    let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
    let letters = font.charmap().mappings();
    Ok(letters
        .filter_map(|(code, glyph)| Some((char::from_u32(code)?, f64::from(metrics.advance_width(glyph)?))))
        .collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_letters_or_gets_plain_ones() {
        let font = Font::load().unwrap();
        for (name, expected) in [
            ("İzmir-Çeşme, Ağrı", Some("İzmir-Çeşme, Ağrı")),
            ("Großräschen", Some("Großräschen")),
            ("Hà Nội", Some("Hà Noi")),
            ("Ħamrun", Some("Hamrun")),
            ("Home 🏠 & garden", Some("Home & garden")),
            ("東京", None),
            ("Київ", None),
            ("القاهرة", None),
            ("Home 東京", None),
            ("🏠", None),
        ] {
            assert_eq!(font.writable(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn of_an_attribution_the_latin_form_is_kept() {
        let font = Font::load().unwrap();
        for (attribution, expected) in [
            ("出典：気象庁 (Japan Meteorological Agency)", Some("Japan Meteorological Agency")),
            ("Météo-France (Licence Ouverte)", Some("Météo-France (Licence Ouverte)")),
            ("出典：気象庁", None),
            ("気象庁 (出典)", None),
            ("気象庁 (JMA", None),
        ] {
            assert_eq!(font.writable_part(attribution).as_deref(), expected, "{attribution}");
        }
    }

    /// Expected: `hmtx` of the files, read with fontTools.
    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        let font = Font::load().unwrap();
        assert!((font.width("Hü", Weight::Regular, 1000.0) - 1332.0).abs() < 0.5);
        assert!((font.width("Hü", Weight::Strong, 1000.0) - 1378.0).abs() < 0.5);
    }

    #[test]
    fn every_text_of_ours_can_be_written() {
        let font = Font::load().unwrap();
        for texts in [
            include_str!("../../../locales/en.json"),
            include_str!("../../../locales/de.json"),
            include_str!("../../../locales/tr.json"),
        ] {
            let texts: serde_json::Value = serde_json::from_str(texts).unwrap();
            let shown =
                ["/shared/conditions", "/shared/insights", "/shared/hazards", "/server/embed", "/server/weekdays"];
            for part in shown {
                let part = texts.pointer(part).unwrap().to_string();
                assert!(part.chars().all(|letter| font.has(letter)), "{part}");
            }
        }
    }
}
