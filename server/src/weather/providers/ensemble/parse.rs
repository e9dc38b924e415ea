//! The answers of the ensemble service. Names of series carry the member and the model; how many there are is never
//! assumed.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Deserialize;

use super::request::{MEAN_MODELS, PRECIPITATION, WIND};
use super::temperature::{Means, spreads};
use crate::geo::coordinates::Coordinates;
use crate::geo::timezone::time_zone_at;
use crate::weather::model::ensemble::{Amounts, EnsembleDay, Spread, quantile};
use crate::weather::model::grid::GridPoint;
use crate::weather::providers::open_meteo::{NamedSeries, ParseError, Series};

/// Fewer members say too little about the tails.
const MIN_MEMBERS: usize = 15;
const MIN_MEMBER_SHARE: f64 = 0.8;
const MAX_SUM_MM: f64 = 2_000.0;
const MAX_WIND: f64 = 120.0;
const TEMPERATURES: std::ops::RangeInclusive<f64> = -100.0..=70.0;

#[derive(Deserialize)]
struct MeansAnswer {
    hourly: NamedSeries<i64>,
}

#[derive(Deserialize)]
struct MembersAnswer {
    #[serde(default)]
    daily_units: HashMap<String, String>,
    daily: NamedSeries<Date>,
}

pub type Temperatures = BTreeMap<Date, (Option<Spread>, Option<Spread>)>;
pub type Members = BTreeMap<Date, (Option<Amounts>, Option<Spread>)>;

/// The spreads of high and low by local day.
pub fn parse_means(body: &[u8], cell: GridPoint) -> Result<Temperatures, ParseError> {
    let NamedSeries { time, series } = serde_json::from_slice::<MeansAnswer>(body)?.hourly;
    if time.is_empty() || !time.is_sorted_by(|one, next| one < next) {
        return Err(ParseError::Times);
    }
    let models: Vec<Means> = MEAN_MODELS.iter().filter_map(|model| means_of(&time, &series, model)).collect();
    if models.is_empty() {
        return Err(ParseError::Missing);
    }
    let zone = time_zone_at(Coordinates { latitude: cell.latitude(), longitude: cell.longitude() });
    let dates = dates(&time, &zone);
    Ok(dates.into_iter().enumerate().map(|(index, date)| (date, spreads(&models, date, index, &zone))).collect())
}

fn means_of(time: &[i64], series: &HashMap<String, Series>, model: &str) -> Option<Means> {
    let means = series.get(&format!("temperature_2m_{model}"))?;
    let deviations = series.get(&format!("temperature_2m_spread_{model}"))?;
    let known = |(second, (mean, deviation)): (&i64, (&Option<f64>, &Option<f64>))| {
        let mean = mean.filter(|celsius| TEMPERATURES.contains(celsius))?;
        let deviation = deviation.filter(|kelvin| (0.0..=50.0).contains(kelvin))?;
        Some((*second, mean, deviation))
    };
    Some(Means { hours: time.iter().zip(means.iter().zip(deviations)).filter_map(known).collect() })
}

fn dates(time: &[i64], zone: &TimeZone) -> Vec<Date> {
    let date = |second: &i64| Some(jiff::Timestamp::from_second(*second).ok()?.to_zoned(zone.clone()).date());
    let mut dates: Vec<Date> = time.iter().filter_map(date).collect();
    dates.dedup();
    dates
}

/// Amounts of precipitation and the spread of the wind by local day.
pub fn parse_members(body: &[u8]) -> Result<Members, ParseError> {
    let MembersAnswer { daily_units, daily: NamedSeries { time, series } } = serde_json::from_slice(body)?;
    if time.is_empty() || !time.is_sorted_by(|one, next| one < next) {
        return Err(ParseError::Times);
    }
    let sums = Columns::of(PRECIPITATION, &series, &daily_units);
    let winds = Columns::of(WIND, &series, &daily_units);
    if sums.0.is_empty() && winds.0.is_empty() {
        return Err(ParseError::Missing);
    }
    let day = |(index, date): (usize, Date)| {
        let amounts = sums.values(index, MAX_SUM_MM).and_then(|sums| Amounts::of(&sums));
        let wind = winds.values(index, MAX_WIND).and_then(spread_of);
        (date, (amounts, wind))
    };
    Ok(time.into_iter().enumerate().map(day).collect())
}

/// The series of one variable: the control run and its members.
struct Columns<'a>(Vec<&'a Series>);

impl<'a> Columns<'a> {
    fn of(variable: &str, series: &'a HashMap<String, Series>, units: &HashMap<String, String>) -> Columns<'a> {
        let is_member = |name: &str| {
            let rest = name.strip_prefix(variable);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("_member"))
        };
        // A variable that the model lacks comes as nulls with this unit.
        let is_known = |name: &str| units.get(name).is_none_or(|unit| unit != "undefined");
        let columns = series.iter().filter(|(name, _)| is_member(name) && is_known(name));
        Columns(columns.map(|(_, column)| column).collect())
    }

    /// The values of a day; `None` when too many members have none.
    fn values(&self, day: usize, max: f64) -> Option<Vec<f64>> {
        let is_plausible = |value: &f64| (0.0..=max).contains(value);
        let values: Vec<f64> =
            self.0.iter().filter_map(|column| column.get(day).copied().flatten()).filter(is_plausible).collect();
        let needed = (self.0.len() as f64 * MIN_MEMBER_SHARE).ceil() as usize;
        (values.len() >= MIN_MEMBERS.max(needed)).then_some(values)
    }
}

fn spread_of(mut values: Vec<f64>) -> Option<Spread> {
    values.sort_by(f64::total_cmp);
    let centre = quantile(&values, 0.5)?;
    Some(Spread::new(centre - quantile(&values, 0.1)?, quantile(&values, 0.9)? - centre))
}

/// What both calls say, by day.
pub fn combine(temperatures: Temperatures, members: Members) -> Vec<EnsembleDay> {
    let dates: std::collections::BTreeSet<Date> = temperatures.keys().chain(members.keys()).copied().collect();
    let day = |date: Date| {
        let (high, low) = temperatures.get(&date).copied().unwrap_or_default();
        let (precipitation, wind) = members.get(&date).copied().unwrap_or_default();
        EnsembleDay { date, high, low, precipitation, wind }
    };
    dates.into_iter().map(day).filter(|day| !day.is_empty()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::recording;

    fn members_answer(count: usize, value: impl Fn(usize) -> Value) -> Vec<u8> {
        let mut daily = json!({"time": ["2026-11-17", "2026-11-18"]});
        for member in 0..count {
            let name =
                if member == 0 { PRECIPITATION.to_owned() } else { format!("{PRECIPITATION}_member{member:02}") };
            daily[name] = json!([value(member), null]);
        }
        json!({"daily": daily}).to_string().into_bytes()
    }

    fn first_day(body: &[u8]) -> (Option<Amounts>, Option<Spread>) {
        *parse_members(body).unwrap().values().next().unwrap()
    }

    /// Members 0 to 30 have 0.0 to 3.0 mm: the tenth is member 3, the median member 15, the ninetieth member 27.
    #[test]
    fn members_give_percentiles_and_counts_of_a_day() {
        let (amounts, wind) = first_day(&members_answer(31, |member| json!(member as f64 / 10.0)));
        let amounts = amounts.unwrap();
        assert_eq!((amounts.p10(), amounts.p50(), amounts.p90()), (0.3, 1.5, 2.7));
        assert_eq!((amounts.members, amounts.reaching), (31, [29, 21, 0, 0]));
        assert_eq!(wind, None);
        let days = parse_members(&members_answer(31, |_| json!(1.0))).unwrap();
        assert_eq!(days.values().last(), Some(&(None, None)), "a day without values");
    }

    #[test]
    fn a_few_missing_members_are_tolerated_and_many_are_not() {
        let with = |count: usize, missing: usize| {
            first_day(&members_answer(count, |member| if member < missing { json!(null) } else { json!(1.0) })).0
        };
        assert_eq!(with(31, 6).unwrap().members, 25);
        assert_eq!(with(31, 7), None, "24 of 31 are less than four fifths");
        assert_eq!(with(14, 0), None, "too few for a tail");
        assert_eq!(with(51, 3).unwrap().members, 48, "any number of members");
        let wrong = first_day(&members_answer(31, |member| if member < 6 { json!(-9999.0) } else { json!(1.0) }));
        assert_eq!(wrong.0.unwrap().members, 25, "impossible values are missing ones");
    }

    #[test]
    fn an_answer_without_the_asked_series_is_unusable() {
        let body = br#"{"daily": {"time": ["2026-11-17"], "temperature_2m_max": [1.0]}}"#;
        assert!(parse_members(body).is_err());
        let cell = GridPoint::nearest(52.5, 13.4, 0.1).unwrap();
        assert!(parse_means(br#"{"hourly": {"time": [0, 3600], "temperature_2m": [1, 2]}}"#, cell).is_err());
        assert!(parse_means(br#"{"latitude": nan}"#, cell).is_err());
    }

    #[test]
    fn one_of_the_two_calls_is_enough() {
        let date = jiff::civil::date(2026, 11, 17);
        let spread = Some(Spread::new(1.0, 2.0));
        let days = combine(BTreeMap::from([(date, (spread, None))]), BTreeMap::new());
        assert_eq!(days, [EnsembleDay { date, high: spread, low: None, precipitation: None, wind: None }]);
        assert_eq!(combine(BTreeMap::from([(date, (None, None))]), BTreeMap::new()), []);
    }

    /// Recorded names: the control run without a number, members with two digits, another variable with the same prefix.
    #[test]
    fn recorded_member_names_are_recognised() {
        let Some(body) = recording("open-meteo/ensemble_members_enschede_2026-10-03_hourly_daily.json") else { return };
        let answer: MembersAnswer = serde_json::from_slice(&body).unwrap();
        let columns = Columns::of("temperature_2m_max", &answer.daily.series, &answer.daily_units);
        assert_eq!(columns.0.len(), 21);
        assert!(columns.values(0, 60.0).is_some());
    }

    #[test]
    fn a_series_that_the_model_lacks_counts_as_no_members() {
        let units = HashMap::from([(PRECIPITATION.to_owned(), "undefined".to_owned())]);
        let series = HashMap::from([(PRECIPITATION.to_owned(), vec![None])]);
        assert!(Columns::of(PRECIPITATION, &series, &units).0.is_empty());
    }
}
