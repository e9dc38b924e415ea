//! Spells of rain in the minutes of a place.

/// Shorter rain is not worth a sentence, shorter breaks do not end it.
const MIN_MINUTES: usize = 5;
const WET_MM_PER_HOUR: f64 = 0.1;
/// Rain that stays below this does not count as arriving.
const MIN_PEAK_MM_PER_HOUR: f64 = 0.2;

/// Minutes from the newest picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spell {
    pub from: usize,
    /// The first dry minute; nothing if it is not among the known ones.
    pub to: Option<usize>,
    pub peak: f64,
}

/// The spell at a minute, or the first after it.
pub fn next(rates: &[f64], start: usize) -> Option<Spell> {
    let mut from = start;
    while from < rates.len() {
        if !is_wet(rates[from]) {
            from += 1;
            continue;
        }
        let to = end(rates, from);
        let wet = &rates[from..to.unwrap_or(rates.len())];
        let peak = wet.iter().copied().fold(0.0, f64::max);
        // What already falls counts whatever there is of it, and so does what continues past the known minutes.
        let counts = from == start || ((wet.len() >= MIN_MINUTES || to.is_none()) && peak >= MIN_PEAK_MM_PER_HOUR);
        if counts {
            return Some(Spell { from, to, peak });
        }
        from = to?;
    }
    None
}

/// The first minute that begins a break.
fn end(rates: &[f64], from: usize) -> Option<usize> {
    (from..rates.len()).find(|minute| {
        let rest = &rates[*minute..];
        rest.iter().take(MIN_MINUTES).all(|rate| !is_wet(*rate)) && rest.len() >= MIN_MINUTES
    })
}

fn is_wet(rate: f64) -> bool {
    rate >= WET_MM_PER_HOUR
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One letter per minute: `.` dry, `d` drizzle of 0.1 mm/h, `r` rain of 1 mm/h.
    fn rates(minutes: &str) -> Vec<f64> {
        let rate = |letter: char| match letter {
            'r' => 1.0,
            'd' => 0.1,
            _ => 0.0,
        };
        minutes.chars().map(rate).collect()
    }

    #[test]
    fn a_spell_lasts_at_least_five_minutes_and_continues_across_short_breaks() {
        let cases = [
            ("....................", None),
            ("....rrrr............", None),
            ("....rrrrr...........", Some((4, Some(9)))),
            ("....rrrrr....rr.....", Some((4, Some(15)))),
            ("....dddddd..........", None),
            ("....rr.......rrrrrr.....", Some((13, Some(19)))),
            ("rr..................", Some((0, Some(2)))),
            ("d...................", Some((0, Some(1)))),
            ("................rrrr", Some((16, None))),
            ("rrrrrrrrrrrrrrrrrr..", Some((0, None))),
        ];
        for (minutes, expected) in cases {
            let found = next(&rates(minutes), 0).map(|spell| (spell.from, spell.to));
            assert_eq!(found, expected, "{minutes}");
        }
    }

    #[test]
    fn minutes_that_have_passed_do_not_count() {
        let found = next(&rates("rrrrrr......rrrrrrr........"), 8);
        assert_eq!(found, Some(Spell { from: 12, to: Some(19), peak: 1.0 }));
    }
}
