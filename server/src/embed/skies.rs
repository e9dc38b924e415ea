//! The gradients of the skies, as in `web/src/styles/tokens.css`.

/// Name, top, foot.
const SKIES: [(&str, &str, &str); 18] = [
    ("clear-day", "#0f5aa8", "#1a6fbe"),
    ("clear-dusk", "#27407f", "#9c4f52"),
    ("clear-night", "#081733", "#244a86"),
    ("cloud-day", "#456584", "#506e86"),
    ("cloud-dusk", "#33456a", "#7a5a68"),
    ("cloud-night", "#0f1a2b", "#2c3e57"),
    ("rain-day", "#2f5577", "#48708f"),
    ("rain-dusk", "#22304a", "#54536b"),
    ("rain-night", "#0b1626", "#24405c"),
    ("snow-day", "#486a8e", "#556f8b"),
    ("snow-dusk", "#33425f", "#6a6480"),
    ("snow-night", "#16243a", "#3a5272"),
    ("storm-day", "#1f2a40", "#4a4d70"),
    ("storm-dusk", "#1a2036", "#57405c"),
    ("storm-night", "#0c1120", "#2c2c4d"),
    ("heat-day", "#8c3f10", "#a34e14"),
    ("heat-dusk", "#5a2238", "#a3481e"),
    ("heat-night", "#2a1430", "#6b3040"),
];

/// The colours of a sky such as `rain-dusk`; of a cloudy day for an unknown one.
pub fn gradient(name: &str) -> (&'static str, &'static str) {
    let known = SKIES.iter().find(|(known, ..)| *known == name);
    known.map_or(("#456584", "#506e86"), |(_, top, foot)| (top, foot))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: &str = include_str!("../../../web/src/styles/tokens.css");

    #[test]
    fn the_skies_are_those_of_the_page() {
        for (name, top, foot) in SKIES {
            assert!(TOKENS.contains(&format!("--sky-{name}-top: {top};")), "{name}");
            assert!(TOKENS.contains(&format!("--sky-{name}-foot: {foot};")), "{name}");
        }
        assert_eq!(TOKENS.matches("-top: #").count(), SKIES.len());
    }
}
