//! The statistics on synthetic truth: errors of a known distribution must be found again.

use jiff::Span;
use jiff::civil::{Date, date};

use super::calibration::calibrate;
use super::{MINIMUM_DAYS, Tally, report};
use crate::weather::model::accuracy::{
    Calibration, DayValues, Factor, ForecastRecord, LEADS, MadeForecast, RecordedDay, tenths,
};
use crate::weather::model::ensemble::Spread;
use crate::weather::report::{ComparedWith, RainAccuracy, Reason};

const TODAY: Date = date(2026, 11, 15);
/// From the centre to the 10th and 90th percentile of a normal distribution.
const P90_DEVIATIONS: f64 = 1.2816;

/// Normal deviates by Box and Muller from a linear congruential generator (Knuth's MMIX).
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// A forecast of 15 and 5 °C whose ensemble claims this standard deviation.
fn forecast(claimed: Option<f64>, factor: Factor) -> MadeForecast {
    let spread = claimed.map(|deviation| Spread::new(P90_DEVIATIONS * deviation, P90_DEVIATIONS * deviation));
    MadeForecast {
        values: DayValues { high: Some(150), low: Some(50), precipitation: Some(0) },
        high_spread: spread,
        low_spread: spread,
        factor,
    }
}

/// What the weather was, with errors of this bias and standard deviation.
fn truth(random: &mut Random, bias: f64, deviation: f64) -> DayValues {
    let mut off = |shown: f64| Some(tenths(shown - bias - deviation * random.normal()));
    DayValues { high: off(15.0), low: off(5.0), precipitation: Some(0) }
}

/// Thirty days with one forecast each, one day ahead.
fn month(random: &mut Random, claimed: Option<f64>, bias: f64, deviation: f64) -> ForecastRecord {
    let dates = TODAY.checked_sub(Span::new().days(30)).unwrap().series(Span::new().days(1)).take(30);
    let day = |date| RecordedDay {
        date,
        truth: Some(truth(random, bias, deviation)),
        forecasts: [Some(forecast(claimed, Factor::default())), None, None],
    };
    ForecastRecord { days: dates.map(day).collect() }
}

fn sum(tallies: impl Iterator<Item = Tally>) -> Tally {
    let mut sum = Tally::default();
    tallies.for_each(|tally| sum += tally);
    sum
}

/// The mean of the absolute value of a normal distribution with mean 0.5 and deviation 2 is 1.6454, its share within ±2.05
/// is 0.6797 (Python's statistics.NormalDist). Over 30,000 days the sampling errors are 0.007 and 0.003.
#[test]
fn a_known_distribution_of_errors_is_found_again() {
    let mut random = Random(1);
    let all = sum((0..1000).flat_map(|_| {
        let record = month(&mut random, None, 0.5, 2.0);
        record.days.into_iter().map(|day| Tally::of_day(&day, 0))
    }));
    let mean = |tenths: f64| tenths / 10.0 / f64::from(all.high.days);
    assert_eq!((all.high.days, all.low.days, all.days), (30_000, 30_000, 30_000));
    let (absolute, bias) = (mean(f64::from(all.high.absolute_tenths)), mean(f64::from(all.high.signed_tenths)));
    assert!((absolute - 1.645).abs() < 0.03, "{absolute}");
    assert!((bias - 0.5).abs() < 0.05, "{bias}");
    // 2.0 °C in whole tenths reaches to 2.05.
    let within = f64::from(all.high.within_2_celsius) / 30_000.0;
    assert!((within - 0.6797).abs() < 0.012, "{within}");
}

/// Four in five: the band is 2.6 °C to either side, which in whole tenths reaches to 2.65 °C, 1.325 standard deviations:
/// 0.8148. The sampling error of 60,000 values is 0.0016.
#[test]
fn the_band_of_a_calibrated_ensemble_contains_four_in_five() {
    let mut random = Random(2);
    let all = sum((0..1000).flat_map(|_| {
        let record = month(&mut random, Some(2.0), 0.0, 2.0);
        record.days.into_iter().map(|day| Tally::of_day(&day, 0))
    }));
    let share = f64::from(all.band.inside) / f64::from(all.band.values);
    assert!((share - 0.8148).abs() < 0.006, "{share}");
    assert_eq!(all.band.inside, all.band.inside_uncorrected, "nothing was corrected");
}

/// The share inside the bands that are shown when every evening's bands are corrected by the thirty days before it.
fn shares_with_correction(seed: u64, claimed: f64, deviation: f64) -> (f64, f64) {
    let mut random = Random(seed);
    let mut all = Tally::default();
    for _ in 0..100 {
        let mut record = ForecastRecord::default();
        for (index, today) in date(2026, 1, 1).series(Span::new().days(1)).take(90).enumerate() {
            let yesterday = today.yesterday().unwrap();
            if let Some(day) = record.add_truth(yesterday, truth(&mut random, 0.0, deviation))
                && index > 31
            {
                all += Tally::of_day(&day, 0);
            }
            let factor = calibrate(&record, today).0[0];
            record.add_forecasts(today, [Some(forecast(Some(claimed), factor)), None, None]);
            record.drop_before(today);
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(all.band.values);
    (share(all.band.inside), share(all.band.inside_uncorrected))
}

/// An ensemble that claims half of its error contains 48 % (±0.64 deviations); corrected it contains about four in five.
#[test]
fn an_overconfident_ensemble_is_corrected_to_four_in_five() {
    let (shown, uncorrected) = shares_with_correction(3, 1.0, 2.0);
    assert!((uncorrected - 0.478).abs() < 0.03, "{uncorrected}");
    assert!((shown - 0.8).abs() < 0.04, "{shown}");
}

/// One that claims twice its error contains 99 %.
#[test]
fn an_ensemble_that_claims_too_much_uncertainty_is_narrowed() {
    let (shown, uncorrected) = shares_with_correction(4, 3.0, 1.5);
    assert!(uncorrected > 0.98, "{uncorrected}");
    assert!((shown - 0.8).abs() < 0.05, "{shown}");
}

#[test]
fn a_calibrated_ensemble_stays_as_it_is() {
    let (shown, _) = shares_with_correction(5, 2.0, 2.0);
    assert!((shown - 0.8).abs() < 0.03, "{shown}");
}

#[test]
fn few_days_correct_little_and_no_correction_is_extreme() {
    let mut random = Random(6);
    let mut record = month(&mut random, Some(0.1), 0.0, 5.0);
    let full = calibrate(&record, TODAY).factor(1);
    record.days.drain(..29);
    let one_day = calibrate(&record, TODAY).factor(1);
    assert!(1.0 < one_day && one_day < 1.5 && full > 2.5 && full <= 3.0, "{one_day} {full}");
    assert_eq!(calibrate(&ForecastRecord::default(), TODAY), Calibration::default());
}

#[test]
fn rain_is_judged_from_one_millimetre() {
    let day = |forecast: i16, truth: i16| {
        let values = |tenths| DayValues { precipitation: Some(tenths), ..DayValues::default() };
        let made = MadeForecast { values: values(forecast), ..MadeForecast::default() };
        let mut day = RecordedDay { truth: Some(values(truth)), ..RecordedDay::new(TODAY) };
        day.forecasts[0] = Some(made);
        Tally::of_day(&day, 0).rain
    };
    let none = RainAccuracy { days: 1, ..RainAccuracy::default() };
    assert_eq!(day(10, 25), RainAccuracy { hits: 1, ..none });
    assert_eq!(day(9, 10), RainAccuracy { misses: 1, ..none });
    assert_eq!(day(40, 9), RainAccuracy { false_alarms: 1, ..none });
    assert_eq!(day(0, 0), RainAccuracy { correct_dry: 1, ..none });
}

/// A source without an ensemble, a low that is not known, a day without a result, a lead without a forecast.
#[test]
fn what_is_missing_is_not_counted() {
    let mut record = month(&mut Random(7), None, 0.0, 1.0);
    let first = &mut record.days[0];
    first.truth = first.truth.map(|truth| DayValues { low: None, ..truth });
    record.days[1].truth = None;
    record.days[2].forecasts = [None; LEADS.len()];
    let report = report(&record, TODAY, ComparedWith::Analysis);
    let [tomorrow, later, _] = &report.leads[..] else { panic!("three leads") };
    let (high, low) = (tomorrow.high.clone().unwrap(), tomorrow.low.clone().unwrap());
    assert_eq!((tomorrow.days, high.days, low.days, tomorrow.rain.unwrap().days), (28, 28, 27, 28));
    assert_eq!(tomorrow.band, None, "no ensemble");
    assert_eq!((later.days, later.high.clone(), later.rain), (0, None, None));
    assert_eq!((report.days.len(), report.unavailable), (28, None));
}

#[test]
fn fewer_than_ten_days_are_not_summed_up() {
    let mut record = month(&mut Random(8), Some(1.0), 0.0, 1.0);
    record.days.drain(..30 - MINIMUM_DAYS as usize + 1);
    let few = report(&record, TODAY, ComparedWith::Analysis);
    assert_eq!((few.leads[0].days, few.leads[0].high.clone(), few.leads[0].rain), (9, None, None));
    assert_eq!(few.unavailable, None, "the days themselves are shown");
    let nothing = report(&ForecastRecord::default(), TODAY, ComparedWith::Analysis);
    assert_eq!((nothing.unavailable, nothing.days.len()), (Some(Reason::NotReady), 0));
}
