//! One byte of rain: 0 no radar, 1 dry, from 2 an intensity in steps of 12 %, with bit 7 for snow or sleet.

use crate::rainfall::LEAST_MM_PER_HOUR;
pub use crate::rainfall::RainIntensity;

/// No radar reaches this pixel: not the same as dry.
pub const NO_RADAR: u8 = 0;
pub const DRY: u8 = 1;
/// The class of the least rain that counts.
const LEAST: u8 = 2;
const CLASSES_PER_DECADE: f64 = 20.0;
/// Set where the source says that it snows.
#[allow(dead_code, reason = "no source says so yet")]
pub const SNOW: u8 = 0x80;
const AMOUNT: u8 = 0x7f;

pub fn from_rate(mm_per_hour: f64) -> u8 {
    // A comparison with NaN fails: what is not a number is not rain.
    if mm_per_hour >= LEAST_MM_PER_HOUR {
        let steps = (CLASSES_PER_DECADE * (mm_per_hour / LEAST_MM_PER_HOUR).log10()).round();
        (steps as u8).saturating_add(LEAST).min(AMOUNT)
    } else {
        DRY
    }
}

/// Millimetres per hour; nothing where there is no radar.
pub fn to_rate(class: u8) -> Option<f64> {
    match class & AMOUNT {
        NO_RADAR => None,
        DRY => Some(0.0),
        wet => Some(LEAST_MM_PER_HOUR * 10_f64.powf(f64::from(wet - LEAST) / CLASSES_PER_DECADE)),
    }
}

pub fn is_wet(class: u8) -> bool {
    class & AMOUNT >= LEAST
}

/// The amount alone, by which classes are compared.
pub fn amount(class: u8) -> u8 {
    class & AMOUNT
}

/// The classes in tiles: fewer of them compress to half the size. They include the first class of every word for a rate, so that a
/// pixel of the map and the words about it agree.
const STEPS: [u8; 13] = [LEAST, 8, 15, 22, 30, 35, 40, 45, 50, 56, 62, 70, 80];

/// The nearest class of a tile below.
pub fn rounded(class: u8) -> u8 {
    match STEPS.iter().rev().find(|step| **step <= amount(class)) {
        Some(step) => step | (class & !AMOUNT),
        None => class,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_factor_of_ten_is_twenty_classes() {
        for (rate, class) in [(0.1, 2), (1.0, 22), (10.0, 42), (100.0, 62), (0.0, DRY), (0.099, DRY), (f64::NAN, DRY)] {
            assert_eq!(from_rate(rate), class, "{rate}");
        }
        assert_eq!(from_rate(f64::INFINITY), AMOUNT);
    }

    #[test]
    fn no_radar_is_not_dry() {
        assert_eq!((to_rate(NO_RADAR), to_rate(DRY)), (None, Some(0.0)));
        assert!(!is_wet(NO_RADAR) && !is_wet(DRY) && !is_wet(SNOW | DRY) && is_wet(SNOW | LEAST));
    }

    #[test]
    fn words_begin_at_their_rates() {
        let cases = [
            (0.09, None),
            (0.1, Some(RainIntensity::VeryLight)),
            (0.4, Some(RainIntensity::Light)),
            (2.4, Some(RainIntensity::Light)),
            (2.5, Some(RainIntensity::Moderate)),
            (7.6, Some(RainIntensity::Heavy)),
            (49.9, Some(RainIntensity::Heavy)),
            (50.0, Some(RainIntensity::Violent)),
        ];
        for (rate, word) in cases {
            assert_eq!(RainIntensity::of(rate), word, "{rate}");
        }
    }

    #[test]
    fn a_rounded_class_keeps_its_word() {
        for class in 0..=AMOUNT {
            let word = |class: u8| to_rate(class).and_then(RainIntensity::of);
            assert_eq!(word(rounded(class)), word(class), "{class}");
            assert!(rounded(class) <= class && is_wet(rounded(class)) == is_wet(class), "{class}");
        }
        assert_eq!((rounded(SNOW | 17), rounded(NO_RADAR), rounded(DRY)), (SNOW | 15, NO_RADAR, DRY));
    }

    proptest! {
        #[test]
        fn a_class_keeps_a_rate_within_six_percent(rate in 0.1_f64..150.0) {
            let kept = to_rate(from_rate(rate)).unwrap();
            prop_assert!((kept / rate - 1.0).abs() < 0.06, "{rate} became {kept}");
        }
    }
}
