//! What was forecast for a place and what the weather was: one record of the last month, small enough to keep per cell.

use jiff::Span;
use jiff::civil::Date;

use super::ensemble::Spread;

/// How many days ahead the kept forecasts were made.
pub const LEADS: [u8; 3] = [1, 3, 5];
/// The days that a report covers, up to yesterday.
pub const PERIOD_DAYS: i32 = 30;
/// Also the running day, and those that have been forecast.
#[cfg(test)]
pub const MAX_DAYS: usize = PERIOD_DAYS as usize + 1 + 5;

/// Ascending, each date once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ForecastRecord {
    pub days: Vec<RecordedDay>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedDay {
    pub date: Date,
    /// What the weather was; `None` while it is not known.
    pub truth: Option<DayValues>,
    /// What had been forecast, by [`LEADS`].
    pub forecasts: [Option<MadeForecast>; LEADS.len()],
}

/// High, low and precipitation of a day, in tenths of a degree and of a millimetre.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DayValues {
    pub high: Option<i16>,
    pub low: Option<i16>,
    pub precipitation: Option<i16>,
}

/// A forecast as it was shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MadeForecast {
    pub values: DayValues,
    /// The spread of the ensemble, without the correction.
    pub high_spread: Option<Spread>,
    pub low_spread: Option<Spread>,
    /// The correction of the band that was shown.
    pub factor: Factor,
}

/// By how much the spread of an ensemble is multiplied, in fiftieths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factor(pub u8);

const FACTOR_STEPS: f64 = 50.0;

impl Default for Factor {
    fn default() -> Factor {
        Factor::new(1.0)
    }
}

impl Factor {
    pub fn new(value: f64) -> Factor {
        // A cast of a float saturates.
        Factor((value * FACTOR_STEPS).round() as u8)
    }

    pub fn value(self) -> f64 {
        f64::from(self.0) / FACTOR_STEPS
    }
}

/// The corrections of the bands of a place, by [`LEADS`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Calibration(pub [Factor; LEADS.len()]);

impl Calibration {
    /// For a day so many days ahead: between two leads their mean, outside the nearest one.
    pub fn factor(self, days_ahead: usize) -> f64 {
        let [one, three, five] = self.0.map(Factor::value);
        match days_ahead {
            0 | 1 => one,
            2 => f64::midpoint(one, three),
            3 => three,
            4 => f64::midpoint(three, five),
            _ => five,
        }
    }
}

impl RecordedDay {
    pub fn new(date: Date) -> RecordedDay {
        RecordedDay { date, truth: None, forecasts: [None; LEADS.len()] }
    }
}

impl ForecastRecord {
    /// Keeps what was forecast on a day for the days ahead. The first forecast of a day counts.
    pub fn add_forecasts(&mut self, made_on: Date, forecasts: [Option<MadeForecast>; LEADS.len()]) {
        for (index, forecast) in forecasts.into_iter().enumerate() {
            let Ok(date) = made_on.checked_add(Span::new().days(LEADS[index])) else { continue };
            if let Some(forecast) = forecast {
                self.day_mut(date).forecasts[index].get_or_insert(forecast);
            }
        }
    }

    /// Keeps what the weather was on a day; the recorded day if it was not known before.
    pub fn add_truth(&mut self, date: Date, truth: DayValues) -> Option<RecordedDay> {
        let day = self.day_mut(date);
        if day.truth.is_some() {
            return None;
        }
        day.truth = Some(truth);
        Some(*day)
    }

    /// Drops what no report needs any more.
    pub fn drop_before(&mut self, today: Date) {
        let first = first_day(today);
        self.days.retain(|day| day.date >= first);
    }

    /// The days of the report of a day: the thirty before it.
    pub fn period(&self, today: Date) -> &[RecordedDay] {
        let from = self.days.partition_point(|day| day.date < first_day(today));
        let to = self.days.partition_point(|day| day.date < today);
        &self.days[from..to.max(from)]
    }

    fn day_mut(&mut self, date: Date) -> &mut RecordedDay {
        let index = self.days.partition_point(|day| day.date < date);
        if self.days.get(index).is_none_or(|day| day.date != date) {
            self.days.insert(index, RecordedDay::new(date));
        }
        &mut self.days[index]
    }
}

fn first_day(today: Date) -> Date {
    today.checked_sub(Span::new().days(PERIOD_DAYS)).unwrap_or(Date::MIN)
}

/// Tenths of a value that is rounded to one decimal.
pub fn tenths(value: f64) -> i16 {
    (value * 10.0).round() as i16
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn forecast(high: i16) -> MadeForecast {
        MadeForecast { values: DayValues { high: Some(high), ..DayValues::default() }, ..MadeForecast::default() }
    }

    #[test]
    fn forecasts_are_kept_on_the_day_they_are_for_and_the_first_of_a_day_counts() {
        let mut record = ForecastRecord::default();
        record.add_forecasts(date(2026, 3, 28), [Some(forecast(100)), None, Some(forecast(90))]);
        record.add_forecasts(date(2026, 3, 28), [Some(forecast(120)), Some(forecast(110)), None]);
        let kept: Vec<_> = record.days.iter().map(|day| (day.date.day(), day.forecasts)).collect();
        let none = None;
        assert_eq!(
            kept,
            [
                (29, [Some(forecast(100)), none, none]),
                (31, [none, Some(forecast(110)), none]),
                (2, [none, none, Some(forecast(90))]),
            ]
        );
    }

    #[test]
    fn the_truth_of_a_day_is_kept_once() {
        let mut record = ForecastRecord::default();
        let truth = DayValues { high: Some(123), low: None, precipitation: Some(0) };
        assert!(record.add_truth(date(2026, 11, 14), truth).is_some());
        assert_eq!(record.add_truth(date(2026, 11, 14), DayValues::default()), None);
        assert_eq!(record.days[0].truth, Some(truth));
    }

    #[test]
    fn a_record_never_grows_beyond_its_period_and_the_days_ahead() {
        let mut record = ForecastRecord::default();
        for today in date(2026, 1, 1).series(Span::new().days(1)).take(400) {
            record.add_truth(today.yesterday().unwrap(), DayValues::default());
            record.add_forecasts(today, [Some(forecast(0)); 3]);
            record.drop_before(today);
            assert!(record.days.len() <= MAX_DAYS, "{}", record.days.len());
            assert!(record.period(today).len() <= 30);
        }
        let today = date(2027, 2, 4);
        assert_eq!((record.period(today).len(), record.days.len()), (30, MAX_DAYS));
        assert_eq!(record.period(today)[0].date, date(2027, 1, 5));
    }

    #[test]
    fn the_correction_between_two_leads_is_their_mean() {
        let calibration = Calibration([1.0, 1.4, 2.0].map(Factor::new));
        let factors: Vec<f64> = (0..8).map(|days| calibration.factor(days)).collect();
        assert_eq!(factors, [1.0, 1.0, 1.2, 1.4, 1.7, 2.0, 2.0, 2.0]);
        assert_eq!(Calibration::default().factor(3), 1.0);
    }
}
