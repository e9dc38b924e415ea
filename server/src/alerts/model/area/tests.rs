//! Which points lie in areas that are drawn or named by codes.

use proptest::prelude::*;

use super::*;

fn at(latitude: f64, longitude: f64) -> Coordinates {
    Coordinates::new(latitude, longitude).unwrap()
}

fn square(west: f64, south: f64, east: f64, north: f64) -> Vec<(f64, f64)> {
    vec![(west, south), (east, south), (east, north), (west, north), (west, south)]
}

#[test]
fn a_point_is_inside_the_outline_and_outside_the_holes() {
    let ring = Polygon::new(vec![square(0.0, 0.0, 10.0, 10.0), square(4.0, 4.0, 6.0, 6.0)]).unwrap();
    for (latitude, longitude, inside) in
        [(1.0, 1.0, true), (5.0, 5.0, false), (5.0, 3.9, true), (5.0, 11.0, false), (-0.1, 5.0, false)]
    {
        assert_eq!(ring.contains(at(latitude, longitude)), inside, "{latitude},{longitude}");
    }
}

#[test]
fn an_area_across_the_date_line_contains_points_on_both_sides_of_it() {
    for ring in
        [square(179.0, -18.0, -179.0, -16.0), square(179.0, -18.0, 181.0, -16.0), square(-181.0, -18.0, -179.0, -16.0)]
    {
        let fiji = Polygon::new(vec![ring]).unwrap();
        for (longitude, inside) in
            [(179.5, true), (-179.5, true), (180.0, true), (178.9, false), (-178.9, false), (0.0, false)]
        {
            assert_eq!(fiji.contains(at(-17.0, longitude)), inside, "{longitude}");
        }
    }
}

#[test]
fn a_circle_reaches_as_far_as_its_radius_on_the_ground() {
    // Berlin to Potsdam is about 26 km, to Hamburg about 255 km.
    let berlin = |radius_km| Circle { latitude: 52.52, longitude: 13.405, radius_km };
    assert!(berlin(30.0).contains(at(52.40, 13.06)));
    assert!(!berlin(20.0).contains(at(52.40, 13.06)));
    assert!(!berlin(250.0).contains(at(53.55, 9.993)));
    assert!(berlin(260.0).contains(at(53.55, 9.993)));
}

#[test]
fn an_invalid_ring_is_rejected() {
    assert_eq!(Polygon::new(vec![]), None);
    assert_eq!(Polygon::new(vec![vec![(0.0, 0.0), (1.0, 1.0)]]), None);
    assert_eq!(Polygon::new(vec![square(0.0, 0.0, 1.0, 91.0)]), None);
    assert_eq!(Polygon::new(vec![square(f64::NAN, 0.0, 1.0, 1.0)]), None);
}

#[test]
fn codes_are_compared_only_where_nothing_is_drawn() {
    let coded = Area { codes: vec!["UGC:TXC201".into(), "UGC:TXZ213".into()], ..Area::default() };
    let known = |code: &str| vec![code.to_owned()];
    let houston = at(29.76, -95.37);
    assert_eq!(coded.matches(houston, Some(&known("UGC:TXZ213"))), AreaMatch::Inside);
    assert_eq!(coded.matches(houston, Some(&known("UGC:TXZ999"))), AreaMatch::Outside);
    assert_eq!(coded.matches(houston, None), AreaMatch::Unknown);
    assert_eq!(coded.matches(houston, Some(&known("EMMA_ID:DE012"))), AreaMatch::Unknown);
    let drawn = Area { polygons: vec![Polygon::new(vec![square(0.0, 0.0, 1.0, 1.0)]).unwrap()], ..coded };
    assert_eq!(drawn.matches(houston, Some(&known("UGC:TXZ213"))), AreaMatch::Outside);
}

#[test]
fn a_part_named_in_a_map_without_a_known_code_is_unknown() {
    let mut area = Area { codes: vec!["EMMA_ID:BE001".into(), "NUTS2:BE10".into()], ..Area::default() };
    area.add_coded_part(vec!["EMMA_ID:BE001".into()]);
    area.add_coded_part(vec!["NUTS2:BE10".into()]);
    let area = area.with_sorted_codes();
    let brussels = at(50.85, 4.35);
    let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>();
    assert_eq!(area.matches(brussels, Some(&codes(&["NUTS2:BE10"]))), AreaMatch::Inside);
    assert_eq!(area.matches(brussels, Some(&codes(&["EMMA_ID:BE002"]))), AreaMatch::Unknown);
    assert_eq!(area.matches(brussels, Some(&codes(&["EMMA_ID:BE002", "NUTS2:BE20"]))), AreaMatch::Outside);
}

#[test]
fn a_point_outside_the_readable_parts_may_be_in_an_unreadable_one() {
    let square = Polygon::new(vec![square(0.0, 0.0, 1.0, 1.0)]).unwrap();
    let area = Area { polygons: vec![square], has_unknown_part: true, ..Area::default() };
    assert_eq!(area.matches(at(0.5, 0.5), None), AreaMatch::Inside);
    assert_eq!(area.matches(at(5.0, 5.0), None), AreaMatch::Unknown);
}

proptest! {
    /// Compared with the definition of a square.
    #[test]
    fn any_square_contains_exactly_the_points_between_its_sides(
        west in -180.0_f64..179.0, south in -89.0_f64..88.0, wide in 0.1_f64..60.0, high in 0.1_f64..1.0,
        east in 0.0_f64..360.0, north in -90.0_f64..90.0,
    ) {
        let ring = square(west, south, west + wide, south + high);
        let longitude = (west + east + 180.0).rem_euclid(360.0) - 180.0;
        let inside = east < wide && north > south && north < south + high;
        prop_assume!((east - wide).abs() > 1e-6 && east > 1e-6 && (north - south).abs() > 1e-6 && (north - south - high).abs() > 1e-6);
        prop_assert_eq!(Polygon::new(vec![ring]).unwrap().contains(at(north, longitude)), inside);
    }
}
