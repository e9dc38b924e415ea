//! Compares the condition of every recorded hour with the source's own code (`make audit-weather`): each disagreement
//! must follow from a named rule, checked against the recorded numbers.

use std::collections::BTreeMap;

use super::laws::assert_words_fit_the_temperature;
use crate::settings::SourceId;
use crate::testing::recording;
use crate::weather::analysis::classify_hour::is_snow;
use crate::weather::analysis::hour::{HourView, ReportContext, Supplements};
use crate::weather::analysis::precipitation_type::wet_bulb;
use crate::weather::model::conditions::{Condition, PrecipitationKind, Sky};
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::providers::{credit, met_norway, open_meteo};

const OPEN_METEO: [(&str, f64, f64); 5] = [
    ("forecast_berlin_2025-07-27_7d_all_variables", 52.52, 13.41),
    ("forecast_copenhagen_2026-07-26_7d", 55.68, 12.57),
    ("forecast_new_york_2025-12-28_14d", 40.71, -74.01),
    ("forecast_toronto_2026-03-05_imperial_past1d", 43.7, -79.42),
    ("hourly_new_york_2026-01-19_48h_imperial", 40.71, -74.01),
];
const MET_NORWAY: [(&str, f64, f64); 3] = [
    ("complete_mecklenburg_2022-08-02", 53.5, 13.0),
    ("complete_london_2020-07-20", 51.5, -0.1),
    ("compact_new_york_2020-07-20", 40.7, -74.0),
];

/// What a code and a condition can have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Clear,
    PartlyCloudy,
    Cloudy,
    Fog,
    Liquid,
    Freezing,
    Sleet,
    Snow,
    Thunder,
    Wind,
    Temperature,
}

impl Kind {
    fn of_source(sky: Sky) -> Kind {
        match sky {
            Sky::Clear | Sky::MostlyClear => Kind::Clear,
            Sky::PartlyCloudy => Kind::PartlyCloudy,
            Sky::Overcast => Kind::Cloudy,
            Sky::Fog => Kind::Fog,
            Sky::Thunder(_) => Kind::Thunder,
            Sky::Precipitation(kind) => match kind {
                PrecipitationKind::Drizzle | PrecipitationKind::Rain | PrecipitationKind::RainShowers => Kind::Liquid,
                PrecipitationKind::FreezingDrizzle | PrecipitationKind::FreezingRain => Kind::Freezing,
                PrecipitationKind::Sleet => Kind::Sleet,
                PrecipitationKind::Snow | PrecipitationKind::SnowShowers => Kind::Snow,
            },
        }
    }

    fn of_ours(condition: Condition) -> Kind {
        use Condition::*;
        match condition {
            ClearSky | Sunny | MostlyClear => Kind::Clear,
            PartlyCloudy => Kind::PartlyCloudy,
            Cloudy | Overcast => Kind::Cloudy,
            Mist | Haze | Fog => Kind::Fog,
            Drizzle | LightRain | ModerateRain | HeavyRain | RainShowers => Kind::Liquid,
            FreezingDrizzle | FreezingRain => Kind::Freezing,
            Sleet => Kind::Sleet,
            Thunderstorm | SevereThunderstorm | Hail => Kind::Thunder,
            Breezy | Windy | Gale | Storm | Hurricane => Kind::Wind,
            Freezing | Frost | ScorchingHeat => Kind::Temperature,
            condition if is_snow(condition) => Kind::Snow,
            other => unreachable!("{other:?} has no kind"),
        }
    }

    fn is_sky(self) -> bool {
        matches!(self, Kind::Clear | Kind::PartlyCloudy | Kind::Cloudy)
    }

    fn is_wet(self) -> bool {
        matches!(self, Kind::Liquid | Kind::Freezing | Kind::Sleet | Kind::Snow | Kind::Thunder)
    }
}

/// The rule of docs/weather.md by which our word differs from the source's, or `None` when no rule explains it.
fn rule(source: Kind, ours: Kind, hour: &Hour) -> Option<&'static str> {
    let amount = hour.precipitation.unwrap_or(0.0);
    let at_least = |percent: f64| hour.probability.is_some_and(|chance| chance >= percent);
    let is_unlikely = hour.probability.is_some_and(|chance| chance < 25.0);
    let spread = hour.temperature.zip(hour.dew_point).map(|(celsius, dew_point)| celsius - dew_point);
    let wet_bulb = hour.temperature.zip(hour.humidity).map(|(celsius, humidity)| wet_bulb(celsius, humidity));
    let is_dry = amount < 0.1 || (is_unlikely && amount < 1.0);
    match (source, ours) {
        (_, Kind::Wind) if hour.wind.is_some_and(|wind| wind >= 10.8) => Some("wind comes before the sky"),
        (_, Kind::Temperature) if !source.is_wet() || is_dry => Some("heat, cold and frost come before the sky"),
        (source, ours) if source.is_wet() && !ours.is_wet() && is_dry => Some("a wet code without an amount is dry"),
        (source, ours) if !source.is_wet() && ours.is_wet() && at_least(50.0) => {
            Some("likely precipitation is never hidden")
        }
        (source, ours) if !source.is_wet() && ours.is_wet() && amount >= 0.1 => {
            Some("an amount is wet whatever the code")
        }
        (Kind::Thunder, ours) if ours.is_wet() && amount < 0.1 && is_unlikely => {
            Some("thunder needs an amount or a chance")
        }
        (source, ours)
            if source.is_wet() && ours.is_wet() && wet_bulb.is_some_and(|value| !(-1.0..=3.0).contains(&value)) =>
        {
            Some("the wet-bulb temperature rules the type out")
        }
        (_, Kind::Fog)
            if hour.visibility.is_some_and(|metres| metres < 5_000.0) && spread.is_some_and(|value| value <= 3.0) =>
        {
            Some("poor visibility in moist air is fog or mist")
        }
        (Kind::Fog, _) if spread.is_some_and(|value| value > 3.0) => Some("fog needs moist air"),
        (source, ours) if source.is_sky() && hour.cloud.map(by_oktas) == Some(ours) => {
            Some("the cloud cover in oktas names the sky")
        }
        _ => None,
    }
}

/// Up to three eighths are clear, up to five partly cloudy.
fn by_oktas(cloud: f64) -> Kind {
    match cloud {
        _ if cloud <= 37.5 => Kind::Clear,
        _ if cloud <= 62.5 => Kind::PartlyCloudy,
        _ => Kind::Cloudy,
    }
}

#[derive(Default)]
struct Tally {
    hours: usize,
    agreeing: usize,
    by_rule: BTreeMap<&'static str, usize>,
    unexplained: Vec<String>,
}

fn compare(forecast: &Forecast, latitude: f64, longitude: f64, source: SourceId) -> Tally {
    let epoch = jiff::Timestamp::UNIX_EPOCH;
    let context = ReportContext {
        latitude,
        longitude,
        source: credit(source),
        fetched_at: epoch,
        fresh_until: epoch,
        supplements: Supplements::default(),
    };
    let mut tally = Tally::default();
    for hour in &forecast.hours {
        let view = HourView::new(hour, &context, None);
        let (Some(sky), Some(condition)) = (hour.sky, view.condition) else { continue };
        assert_words_fit_the_temperature(hour, condition);
        tally.hours += 1;
        let (theirs, ours) = (Kind::of_source(sky), Kind::of_ours(condition));
        if theirs == ours {
            tally.agreeing += 1;
        } else if let Some(rule) = rule(theirs, ours, &view.hour) {
            *tally.by_rule.entry(rule).or_default() += 1;
        } else {
            tally.unexplained.push(format!("{} source {sky:?}, ours {condition:?}: {:?}", hour.time, view.hour));
        }
    }
    tally
}

#[test]
fn every_recorded_hour_agrees_with_its_source_or_differs_by_a_rule() {
    let mut unexplained = Vec::new();
    let mut report = |name: &str, tally: Tally| {
        let share = 100.0 * tally.agreeing as f64 / tally.hours.max(1) as f64;
        println!("{name}: {} hours with a code, {share:.1} % agree", tally.hours);
        for (rule, count) in &tally.by_rule {
            println!("    {count:4}  {rule}");
        }
        println!("    {:4}  unexplained", tally.unexplained.len());
        unexplained.extend(tally.unexplained);
    };
    for (name, latitude, longitude) in OPEN_METEO {
        let Some(body) = recording(&format!("open-meteo/{name}.json")) else { return };
        let forecast = open_meteo::parse(&body, latitude, longitude).unwrap();
        report(name, compare(&forecast, latitude, longitude, SourceId::OpenMeteo));
    }
    for (name, latitude, longitude) in MET_NORWAY {
        let Some(body) = recording(&format!("met-norway/{name}.json")) else { return };
        let forecast = met_norway::parse(&body, latitude, longitude).unwrap();
        report(name, compare(&forecast, latitude, longitude, SourceId::MetNorway));
    }
    assert!(unexplained.is_empty(), "unexplained disagreements:\n{}", unexplained.join("\n"));
}
