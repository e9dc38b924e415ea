//! Laws of saved locations: whatever two clients of one person do at once, no place is twice, the order has no gap,
//! no other user's rows change.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::persona::{Answer, Persona};

/// Coordinates are counted in thousandths of a degree around a point on the date line.
#[derive(Clone, Copy, Debug)]
struct Spot {
    latitude: i64,
    longitude: i64,
}

#[derive(Clone, Debug)]
enum Step {
    Save(Spot, Option<i64>),
    Reorder(usize, i64),
    Relocate(usize, Spot),
    Delete(usize),
    /// The other person tries with an id of the first one's.
    Steal(usize),
}

fn spots() -> impl Strategy<Value = Spot> {
    (-4_i64..4, -4_i64..4)
        .prop_map(|(north, east)| Spot { latitude: -17_000 + north * 4, longitude: 180_000 + east * 4 })
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (spots(), proptest::option::of(0_i64..6)).prop_map(|(spot, position)| Step::Save(spot, position)),
        2 => (0_usize..6, 0_i64..8).prop_map(|(which, position)| Step::Reorder(which, position)),
        2 => (0_usize..6, spots()).prop_map(|(which, spot)| Step::Relocate(which, spot)),
        1 => (0_usize..6).prop_map(Step::Delete),
        1 => (0_usize..6).prop_map(Step::Steal),
    ]
}

impl Spot {
    fn degrees(self) -> (f64, f64) {
        let longitude = (self.longitude + 180_000).rem_euclid(360_000) - 180_000;
        (self.latitude as f64 / 1000.0, longitude as f64 / 1000.0)
    }

    fn of(location: &Value) -> Spot {
        let thousandths = |name: &str| (location[name].as_f64().unwrap() * 1000.0).round() as i64;
        Spot { latitude: thousandths("latitude"), longitude: thousandths("longitude") }
    }

    fn is_same_place(self, other: Spot) -> bool {
        let east_west = (self.longitude - other.longitude).rem_euclid(360_000);
        (self.latitude - other.latitude).abs() < 10 && east_west.min(360_000 - east_west) < 10
    }
}

async fn list(persona: &Persona) -> Vec<Value> {
    persona.get("/api/locations").await.ok()["locations"].as_array().unwrap().clone()
}

/// The step's call, on the list as it was before both clients moved.
async fn take(step: &Step, ada: &Persona, eve: &Persona, before: &[Value]) -> Option<Answer> {
    let path = |which: &usize| {
        let location = before.get(which % before.len().max(1))?;
        Some(format!("/api/locations/{}", location["id"].as_str()?))
    };
    Some(match step {
        Step::Save(spot, position) => {
            let (latitude, longitude) = spot.degrees();
            let mut body = json!({"name": "Spot", "latitude": latitude, "longitude": longitude});
            if let Some(position) = position {
                body["position"] = json!(position);
            }
            ada.post("/api/locations", &body).await
        }
        Step::Reorder(which, position) => ada.put(&path(which)?, &json!({"position": position})).await,
        Step::Relocate(which, spot) => {
            let (latitude, longitude) = spot.degrees();
            ada.put(&path(which)?, &json!({"latitude": latitude, "longitude": longitude})).await
        }
        Step::Delete(which) => ada.delete(&path(which)?).await,
        Step::Steal(which) => {
            let answer = eve.put(&path(which)?, &json!({"name": "Mine"})).await;
            assert_eq!(answer.status, 404);
            answer
        }
    })
}

async fn run(pairs: Vec<(Step, Step)>) {
    let app = TestApp::start_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let (ada, eve) = (app.signed_in("ada").await, app.signed_in("eve").await);
    let other_tab = ada.other_tab();
    eve.post("/api/locations", &json!({"name": "Eve's", "latitude": -17.0, "longitude": 180.0})).await;
    for (left, right) in &pairs {
        let before = list(&ada).await;
        let answers = tokio::join!(take(left, &ada, &eve, &before), take(right, &other_tab, &eve, &before));
        let (mut saved, mut deleted) = (0, 0);
        for (step, answer) in [(left, answers.0), (right, answers.1)] {
            let Some(answer) = answer else { continue };
            assert!(matches!(answer.status.as_u16(), 200 | 201 | 404 | 409), "{step:?}: {}", answer.text());
            saved += usize::from(answer.status == 201);
            deleted += usize::from(matches!(step, Step::Delete(_)) && answer.status == 200);
        }
        let after = list(&ada).await;
        assert_eq!(after.len(), before.len() + saved - deleted, "{left:?} and {right:?}");
        for (index, location) in after.iter().enumerate() {
            assert_eq!(location["position"], index, "{left:?} and {right:?}");
            assert_eq!(location["name"], "Spot");
            for other in &after[index + 1..] {
                assert!(!Spot::of(location).is_same_place(Spot::of(other)), "{left:?} and {right:?}");
            }
        }
    }
    assert_eq!(list(&eve).await.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    // [R5.06, R6.05]
    #[test]
    fn whatever_two_clients_do_at_once_the_laws_hold(pairs in proptest::collection::vec((steps(), steps()), 1..20)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(run(pairs));
    }
}
