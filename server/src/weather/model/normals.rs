//! The usual weather of a cell over the year: means and percentiles of 1991 to 2020, reduced to a few numbers.

use jiff::civil::Date;

use super::ensemble::quantile;

/// Every tenth day of a year of 365 days.
pub const ANCHORS: usize = 37;
const ANCHOR_DAYS: usize = 10;
const YEAR_DAYS: usize = 365;
/// Days before and after an anchor that are pooled with it.
const POOLED_DAYS: usize = 7;
/// Fewer values have no tails: thirty years of fifteen days are 450.
const MIN_VALUES: usize = 200;
/// A day with less is dry, in millimetres.
const WET_DAY_MM: f64 = 1.0;
/// Air gets colder by this much per metre.
const LAPSE_PER_METRE: f64 = 0.0065;

/// One day of the past.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PastDay {
    pub date: Date,
    pub high: Option<f64>,
    pub low: Option<f64>,
    pub precipitation: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normals {
    /// Of the cell, in metres: temperatures of a place at another height are corrected.
    pub elevation: Option<i16>,
    /// By anchor.
    pub anchors: Vec<Anchor>,
}

/// In tenths of a degree, of a percent and of a millimetre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Anchor {
    pub high: Distribution,
    pub low: Distribution,
    /// Share of days with at least 1 mm.
    pub wet_share: i16,
    pub mean_precipitation: i16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Distribution {
    pub mean: i16,
    pub p2: i16,
    pub p10: i16,
    pub p90: i16,
    pub p98: i16,
}

/// The usual values of one date at one place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Normal {
    pub high: Usual,
    pub low: Usual,
    /// Percent.
    pub wet_share: f64,
    pub mean_precipitation: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Usual {
    pub mean: f64,
    pub p2: f64,
    pub p10: f64,
    pub p90: f64,
    pub p98: f64,
}

impl Normals {
    /// From the days of many years; `None` when they are too few at any time of the year.
    pub fn of(days: &[PastDay], elevation: Option<i16>) -> Option<Normals> {
        let mut by_day: Vec<Vec<&PastDay>> = vec![Vec::new(); YEAR_DAYS];
        for day in days {
            by_day[day_of_year(day.date)].push(day);
        }
        let anchors: Option<Vec<Anchor>> =
            (0..ANCHORS).map(|anchor| anchor_of(&by_day, anchor * ANCHOR_DAYS)).collect();
        Some(Normals { elevation, anchors: anchors? })
    }

    /// The usual values of a date, between two anchors in proportion, at this elevation.
    pub fn on(&self, date: Date, elevation: Option<f64>) -> Option<Normal> {
        let day = day_of_year(date);
        let first = day / ANCHOR_DAYS;
        let (one, next) = (self.anchors.get(first)?, self.anchors.get((first + 1) % ANCHORS)?);
        // The last anchor is five days before the first.
        let gap = if first + 1 == ANCHORS { YEAR_DAYS - first * ANCHOR_DAYS } else { ANCHOR_DAYS };
        let share = (day - first * ANCHOR_DAYS) as f64 / gap as f64;
        let shift = match (self.elevation, elevation) {
            (Some(cell), Some(place)) => LAPSE_PER_METRE * (f64::from(cell) - place),
            _ => 0.0,
        };
        let between = |from: i16, to: i16| (f64::from(from) * (1.0 - share) + f64::from(to) * share) / 10.0;
        let usual = |from: Distribution, to: Distribution| Usual {
            mean: between(from.mean, to.mean) + shift,
            p2: between(from.p2, to.p2) + shift,
            p10: between(from.p10, to.p10) + shift,
            p90: between(from.p90, to.p90) + shift,
            p98: between(from.p98, to.p98) + shift,
        };
        Some(Normal {
            high: usual(one.high, next.high),
            low: usual(one.low, next.low),
            wet_share: between(one.wet_share, next.wet_share),
            mean_precipitation: between(one.mean_precipitation, next.mean_precipitation),
        })
    }
}

impl Distribution {
    fn of(mut values: Vec<f64>) -> Option<Distribution> {
        if values.len() < MIN_VALUES {
            return None;
        }
        values.sort_by(f64::total_cmp);
        let at = |share| quantile(&values, share).map(tenths);
        Some(Distribution { mean: tenths(mean(&values)), p2: at(0.02)?, p10: at(0.1)?, p90: at(0.9)?, p98: at(0.98)? })
    }
}

fn anchor_of(by_day: &[Vec<&PastDay>], centre: usize) -> Option<Anchor> {
    let pooled = (0..=2 * POOLED_DAYS).map(|offset| (centre + YEAR_DAYS - POOLED_DAYS + offset) % YEAR_DAYS);
    let days: Vec<&PastDay> = pooled.flat_map(|day| by_day[day].iter().copied()).collect();
    let values = |field: fn(&PastDay) -> Option<f64>| days.iter().filter_map(|day| field(day)).collect::<Vec<f64>>();
    let sums = values(|day| day.precipitation);
    if sums.len() < MIN_VALUES {
        return None;
    }
    let wet = sums.iter().filter(|sum| **sum >= WET_DAY_MM).count();
    Some(Anchor {
        high: Distribution::of(values(|day| day.high))?,
        low: Distribution::of(values(|day| day.low))?,
        wet_share: tenths(100.0 * wet as f64 / sums.len() as f64),
        mean_precipitation: tenths(mean(&sums)),
    })
}

/// From 0, in a year without a 29 February, which counts as the 28th.
pub fn day_of_year(date: Date) -> usize {
    let day = usize::try_from(date.day_of_year() - 1).unwrap_or(0);
    let is_after_leap_day = date.in_leap_year() && day >= 59;
    if is_after_leap_day { day - 1 } else { day }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

pub fn tenths(value: f64) -> i16 {
    (value * 10.0).round() as i16
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::Span;
    use jiff::civil::date;

    use super::*;

    /// Thirty years in which every high is its month's number times ten, plus the last digit of the year.
    fn years() -> Vec<PastDay> {
        date(1991, 1, 1)
            .series(Span::new().days(1))
            .take_while(|day| day.year() <= 2020)
            .map(|day| PastDay {
                date: day,
                high: Some(f64::from(day.month()) + f64::from(day.year() % 10)),
                low: Some(-f64::from(day.year() % 10)),
                precipitation: Some(if day.year() % 2 == 0 { 4.0 } else { 0.5 }),
            })
            .collect()
    }

    /// The last digits 0 to 9 are equally frequent: their mean is 4.5, and numpy.quantile of 45 of each is 0 at 0.02,
    /// 0.9 at 0.1 (between the last 0 and the first 1), 8.1 at 0.9 and 9 at 0.98.
    #[test]
    fn normals_equal_an_independent_computation() {
        let normals = Normals::of(&years(), Some(100)).unwrap();
        // The 110th day from 0 is 21 April: all fifteen days around it are in April.
        let april = normals.on(date(2026, 4, 21), None).unwrap();
        assert_eq!((april.high.mean, april.low.mean), (8.5, -4.5));
        assert_eq!((april.high.p2, april.high.p98), (4.0, 13.0));
        assert_eq!((april.wet_share, april.mean_precipitation), (50.0, 2.3));
    }

    #[test]
    fn between_two_anchors_the_value_is_in_proportion_also_around_new_year() {
        let distribution = |mean: i16| Distribution { mean, ..Distribution::default() };
        let anchor = |index: usize| Anchor { high: distribution(index as i16 * 10), ..Anchor::default() };
        let normals = Normals { elevation: None, anchors: (0..ANCHORS).map(anchor).collect() };
        let mean = |month, day| normals.on(date(2026, month, day), None).unwrap().high.mean;
        assert_eq!((mean(1, 1), mean(1, 6), mean(1, 11)), (0.0, 0.5, 1.0));
        // 27 December is the last anchor; two of the five days after it have passed on the 29th.
        assert_eq!(mean(12, 27), 36.0);
        assert!((mean(12, 29) - 36.0 * 0.6).abs() < 1e-9);
    }

    #[test]
    fn the_leap_day_is_the_day_before_it() {
        assert_eq!(day_of_year(date(2024, 2, 29)), day_of_year(date(2024, 2, 28)));
        assert_eq!(day_of_year(date(2024, 3, 1)), day_of_year(date(2025, 3, 1)));
        assert_eq!((day_of_year(date(2024, 12, 31)), day_of_year(date(2025, 12, 31))), (364, 364));
    }

    #[test]
    fn a_place_above_its_cell_is_colder() {
        let normals = Normals::of(&years(), Some(100)).unwrap();
        let hut = normals.on(date(2026, 4, 21), Some(1_100.0)).unwrap();
        assert!((hut.high.mean - (8.5 - 6.5)).abs() < 1e-9 && hut.wet_share == 50.0);
    }

    #[test]
    fn a_few_years_or_a_gap_in_the_year_give_no_normals() {
        let all = years();
        assert_eq!(Normals::of(&all[..365 * 5], None), None);
        let without_june: Vec<PastDay> = all.iter().copied().filter(|day| day.date.month() != 6).collect();
        assert_eq!(Normals::of(&without_june, None), None);
    }
}
