//! Levels of pollen by the mean of a day, as MeteoSwiss classifies them; olive, which does not grow there, by Atmo France.

use crate::air::{PollenLevel, Species};

/// From which daily mean on, in grains per m³, the level is low, moderate, high and very high.
const fn classes(species: Species) -> [f64; 4] {
    match species {
        Species::Alder => [1.0, 11.0, 70.0, 250.0],
        Species::Birch => [1.0, 11.0, 70.0, 300.0],
        Species::Grass => [1.0, 20.0, 50.0, 150.0],
        Species::Mugwort => [1.0, 6.0, 15.0, 50.0],
        Species::Olive => [20.0, 100.0, 200.0, 500.0],
        Species::Ragweed => [1.0, 6.0, 11.0, 40.0],
    }
}

/// The classes are whole grains, so the mean is rounded first.
pub fn pollen_level(species: Species, daily_mean: f64) -> PollenLevel {
    let grains = daily_mean.round();
    match classes(species).iter().filter(|from| grains >= **from).count() {
        0 => PollenLevel::None,
        1 => PollenLevel::Low,
        2 => PollenLevel::Moderate,
        3 => PollenLevel::High,
        _ => PollenLevel::VeryHigh,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the sheet "Belastungsklassen der allergenen Pollenarten": the last grain of each class.
    #[test]
    fn levels_follow_the_published_classes() {
        use PollenLevel::{High, Low, Moderate, None, VeryHigh};
        let rows = [
            (Species::Alder, [10.0, 69.0, 249.0]),
            (Species::Birch, [10.0, 69.0, 299.0]),
            (Species::Grass, [19.0, 49.0, 149.0]),
            (Species::Mugwort, [5.0, 14.0, 49.0]),
            (Species::Ragweed, [5.0, 10.0, 39.0]),
        ];
        for (species, ends) in rows {
            assert_eq!((pollen_level(species, 0.4), pollen_level(species, 0.5)), (None, Low), "{species:?}");
            for (end, (inside, above)) in ends.into_iter().zip([(Low, Moderate), (Moderate, High), (High, VeryHigh)]) {
                let levels = (pollen_level(species, end), pollen_level(species, end + 1.0));
                assert_eq!(levels, (inside, above), "{species:?} {end}");
            }
        }
        assert_eq!(
            [19.0, 20.0, 100.0, 200.0, 500.0].map(|grains| pollen_level(Species::Olive, grains)),
            [None, Low, Moderate, High, VeryHigh]
        );
    }
}
