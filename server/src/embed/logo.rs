//! The bird of the logo as SVG.

/// On a grid of 64 by 64, as in `web/public/favicon.svg`.
pub const BIRD: &str = r##"<g transform="translate(7 7) scale(.8)">
<path fill="#dcebf9" d="M2 27.5 27 20v8.5z"/>
<path fill="#f2842b" d="M22 31c-1 13 7 23 21 24 4-4 5-11 2-17S31 28 22 31z"/>
<path fill="#5cb8f2" d="M24 29c-1-10 5-18 15-18 9 0 14 6 15 14 1 9 3 19 8 31-9-2-13-6-17-12-5-8-11-13-21-15z"/>
<path fill="#fff" d="M25 29c4-2 9-2 14 2-5 1-10 1-14-2z"/>
<circle cx="34" cy="21" r="2.6" fill="#0b2545"/>
</g>"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bird_is_that_of_the_page() {
        let icon = include_str!("../../../web/public/favicon.svg");
        assert!(BIRD.lines().all(|line| icon.contains(line)) && icon.lines().count() == BIRD.lines().count() + 4);
    }
}
