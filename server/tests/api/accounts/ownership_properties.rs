//! A law of accounts: whatever two attackers and the owner of an address do in whatever order, after the owner's reset
//! nobody but the owner reaches the account.

use std::collections::BTreeMap;
use std::sync::Mutex;

use proptest::prelude::*;
use serde_json::{Value, json};
use url::Url;

use super::openid::{START, come_back};
use crate::support::TestApp;
use crate::support::authenticator::{Authenticator, Manner};
use crate::support::authenticator_app::{AuthenticatorApp, enter, second_step};
use crate::support::issuer::{Issuer, changed, first_key, google_claims, nonce_of};
use crate::support::persona::{Answer, Persona};

/// The address that everybody wants.
const ADDRESS: &str = "owner@gmail.com";
const NEW_PASSWORD: &str = "a storm over the harbour";
const NAMES: [&str; 3] = ["owner", "eve", "mallory"];
const OWNER: usize = 0;
const CASES: u32 = 24;

#[derive(Clone, Debug)]
enum Step {
    /// Registers the address with a password of one's own.
    Register(usize),
    /// Signs in to the address with that password.
    Login(usize),
    /// Signs in with one's own Google account.
    Google(usize),
    /// The same, with a token that claims the address without proof.
    GoogleUnproven(usize),
    /// Signs in with one's own account at the operator's provider; an attacker's may claim the address without proof.
    OpenId(usize, bool),
    /// Connects one's own account at the operator's provider to whatever account one is signed in to.
    ConnectOpenId(usize),
    /// Connects one's own Google account to whatever account one is signed in to.
    Connect(usize),
    /// Makes an account with the address and a passkey of one's own.
    SignUpWithPasskey(usize),
    /// Adds a passkey to whatever account one is signed in to.
    AddPasskey(usize),
    /// Signs in with the newest of one's own passkeys.
    UsePasskey(usize),
    /// Turns the second factor of whatever account one is signed in to on or off.
    SecondFactor(usize, bool),
    /// Moves the account one is signed in to, to an address: one's own, or the one that everybody wants.
    Move(usize, bool),
    /// Uses every link in one's own mailbox, or only looks at the pages without signing in.
    UseLinks(usize, bool),
    ChangePassword(usize),
    Forget,
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0_usize..3).prop_map(Step::Register),
        2 => (0_usize..3).prop_map(Step::Login),
        2 => (0_usize..3).prop_map(Step::Google),
        2 => (1_usize..3).prop_map(Step::GoogleUnproven),
        2 => ((0_usize..3), any::<bool>()).prop_map(|(who, claims)| Step::OpenId(who, claims && who != OWNER)),
        2 => (0_usize..3).prop_map(Step::ConnectOpenId),
        3 => (0_usize..3).prop_map(Step::Connect),
        2 => (0_usize..3).prop_map(Step::SignUpWithPasskey),
        3 => (0_usize..3).prop_map(Step::AddPasskey),
        2 => (0_usize..3).prop_map(Step::UsePasskey),
        3 => ((0_usize..3), prop::bool::weighted(0.8)).prop_map(|(who, is_on)| Step::SecondFactor(who, is_on)),
        3 => ((0_usize..3), any::<bool>()).prop_map(|(who, wants)| Step::Move(who, wants)),
        3 => ((0_usize..3), any::<bool>()).prop_map(|(who, signed_in)| Step::UseLinks(who, signed_in)),
        1 => (0_usize..3).prop_map(Step::ChangePassword),
        1 => Just(Step::Forget),
    ]
}

struct World {
    app: TestApp,
    issuer: Issuer,
    browsers: Vec<Persona>,
    /// Of each actor, whether an account has accepted it or not.
    passkeys: Vec<Mutex<Vec<Authenticator>>>,
    /// Of each actor, the unused recovery codes of each second factor turned on. They do not depend on the clock as codes do.
    recovery_codes: Vec<Mutex<Vec<Vec<String>>>>,
}

fn mailbox(who: usize) -> String {
    if who == OWNER { ADDRESS.to_owned() } else { format!("{}@example.org", NAMES[who]) }
}

fn password(who: usize) -> String {
    format!("the password of {}", NAMES[who])
}

impl World {
    async fn start() -> World {
        let issuer = Issuer::start().await;
        let app =
            issuer.app_with(&[("HALCYON_RATE_LIMITS", "off"), ("HALCYON_PUBLIC_URL", "https://weather.example")]).await;
        let browsers = NAMES.iter().map(|_| app.visitor()).collect();
        let passkeys = NAMES.iter().map(|_| Mutex::default()).collect();
        let recovery_codes = NAMES.iter().map(|_| Mutex::default()).collect();
        World { app, issuer, browsers, passkeys, recovery_codes }
    }

    /// A token of the actor's own Google account; the owner's proves the address.
    async fn token(&self, persona: &Persona, who: usize, is_unproven: bool) -> String {
        let claims = changed(google_claims(&nonce_of(persona).await), "sub", json!(NAMES[who]));
        let own = if who == OWNER { ADDRESS.to_owned() } else { format!("{}@gmail.com", NAMES[who]) };
        let claims = match is_unproven {
            true => changed(changed(claims, "email", json!(ADDRESS)), "email_verified", json!(false)),
            false => changed(claims, "email", json!(own)),
        };
        first_key().sign("first", &claims)
    }

    async fn google(&self, persona: &Persona, who: usize, is_unproven: bool) -> Answer {
        let token = self.token(persona, who, is_unproven).await;
        persona.post("/api/auth/google", &json!({"token": token, "password": password(who)})).await
    }

    /// Comes back from the page of the operator's provider; a password that is asked for is answered.
    async fn open_id(&self, persona: &Persona, url: &str, who: usize, is_unproven: bool) -> Answer {
        let sent: BTreeMap<String, String> = Url::parse(url).unwrap().query_pairs().into_owned().collect();
        let claims = changed(self.issuer.claims(&sent["nonce"]), "sub", json!(NAMES[who]));
        let own = if who == OWNER || is_unproven { ADDRESS.to_owned() } else { mailbox(who) };
        let claims = changed(changed(claims, "email", json!(own)), "email_verified", json!(!is_unproven));
        let back = come_back(&self.issuer, persona, &sent, &first_key().sign("first", &claims)).await;
        if let Some((_, code)) = back.header("location").split_once("?handoff=") {
            persona.post("/api/auth/handoff", &json!({"code": code, "password": password(who)})).await;
        }
        persona.get("/api/auth/me").await
    }

    async fn start_open_id(&self, persona: &Persona, who: usize, is_unproven: bool) -> Answer {
        let url = persona.get(START).await.header("location").to_owned();
        self.open_id(persona, &url, who, is_unproven).await
    }

    /// Asks for a challenge, answers with a new passkey, and sends that with `more`.
    async fn make_passkey(&self, who: usize, paths: [&str; 2], more: Value) -> Answer {
        let persona = &self.browsers[who];
        let ceremony = persona.post(paths[0], &more).await;
        if ceremony.status != 200 {
            return ceremony;
        }
        let (ceremony, mut passkey) = (ceremony.json(), Authenticator::new());
        let mut body = more;
        body["id"] = ceremony["id"].clone();
        body["credential"] = passkey.create(&ceremony["options"], &Manner::default());
        self.passkeys[who].lock().unwrap().push(passkey);
        persona.post(paths[1], &body).await
    }

    /// Signs in with each of the actor's passkeys, the newest last.
    async fn use_passkeys(&self, persona: &Persona, who: usize) -> Vec<Answer> {
        let mut answers = Vec::new();
        let count = self.passkeys[who].lock().unwrap().len();
        for index in 0..count {
            let ceremony = persona.post("/api/auth/passkey/sign-in/options", &json!({})).await.ok();
            let credential = self.passkeys[who].lock().unwrap()[index].get(&ceremony["options"], &Manner::default());
            let body = json!({"id": ceremony["id"], "credential": credential});
            answers.push(persona.post("/api/auth/passkey/sign-in", &body).await);
        }
        answers
    }

    /// Logs in with a password and, if it is asked for, with a recovery code of each of the actor's second factors.
    async fn log_in(&self, persona: &Persona, who: usize, login: &Value) -> Answer {
        let mut answer = persona.post("/api/auth/login", login).await;
        if answer.status != 202 {
            return answer;
        }
        let id = answer.json()["id"].clone();
        let codes: Vec<String> = self.recovery_codes[who].lock().unwrap().iter_mut().filter_map(Vec::pop).collect();
        for code in codes.into_iter().rev() {
            answer = second_step(persona, &id, "recovery_code", &code).await;
            if answer.status == 200 {
                break;
            }
        }
        answer
    }

    async fn turn_on(&self, who: usize) -> Answer {
        let persona = &self.browsers[who];
        let setup = persona.post("/api/auth/second-factor/options", &json!({})).await;
        if setup.status != 200 {
            return setup;
        }
        let phone = AuthenticatorApp::scan(setup.json()["uri"].as_str().unwrap());
        let answer = enter(persona, &setup.json(), &phone.code(&self.app, 0)).await;
        if answer.status == 201 {
            let codes = serde_json::from_value(answer.json()["recovery_codes"].clone()).unwrap();
            self.recovery_codes[who].lock().unwrap().push(codes);
        }
        answer
    }

    /// Every token after `mark` in the mails to this actor.
    fn tokens(&self, who: usize, mark: &str) -> Vec<String> {
        let mails = self.app.mails();
        let own = mails.iter().filter(|mail| mail.to.email.to_string() == mailbox(who));
        let tokens = own.filter_map(|mail| Some(mail.text.split_once(mark)?.1.split_whitespace().next()?.to_owned()));
        tokens.collect()
    }

    async fn use_links(&self, persona: &Persona, who: usize) {
        self.app.deliver().await;
        for token in self.tokens(who, "/verify-email#token=") {
            for body in [json!({"token": token}), json!({"token": token, "password": password(who)})] {
                persona.post("/api/auth/verify-email", &body).await;
            }
        }
        for token in self.tokens(who, "/verify-email#revert=") {
            persona.post("/api/auth/revert-email", &json!({"token": token})).await;
        }
        if who != OWNER {
            for token in self.tokens(who, "/reset-password#token=") {
                let body = json!({"token": token, "password": password(who)});
                persona.post("/api/auth/reset-password", &body).await;
            }
        }
    }

    async fn take(&self, step: &Step) -> Option<Answer> {
        let login = |who: usize| json!({"email": ADDRESS, "password": password(who)});
        Some(match step {
            Step::Register(who) => self.browsers[*who].post("/api/auth/register", &login(*who)).await,
            Step::Login(who) => self.log_in(&self.browsers[*who], *who, &login(*who)).await,
            Step::Google(who) => self.google(&self.browsers[*who], *who, false).await,
            Step::GoogleUnproven(who) => self.google(&self.browsers[*who], *who, true).await,
            Step::OpenId(who, is_unproven) => self.start_open_id(&self.browsers[*who], *who, *is_unproven).await,
            Step::ConnectOpenId(who) => {
                let persona = &self.browsers[*who];
                let started = persona.post(START, &json!({"purpose": "connect"})).await;
                if started.status != 200 {
                    return Some(started);
                }
                self.open_id(persona, started.json()["url"].as_str().unwrap(), *who, false).await
            }
            Step::Connect(who) => {
                let persona = &self.browsers[*who];
                let token = self.token(persona, *who, false).await;
                persona.post("/api/auth/identities/google", &json!({"token": token, "password": password(*who)})).await
            }
            Step::SignUpWithPasskey(who) => {
                let paths = ["/api/auth/passkey/sign-up/options", "/api/auth/passkey/sign-up"];
                self.make_passkey(*who, paths, json!({"email": ADDRESS})).await
            }
            Step::AddPasskey(who) => {
                let paths = ["/api/auth/passkeys/options", "/api/auth/passkeys"];
                self.make_passkey(*who, paths, json!({})).await
            }
            Step::SecondFactor(who, true) => self.turn_on(*who).await,
            Step::SecondFactor(who, false) => self.browsers[*who].delete("/api/auth/second-factor").await,
            Step::UsePasskey(who) => return self.use_passkeys(&self.browsers[*who], *who).await.pop(),
            Step::Move(who, wants) => {
                let to = if *wants { ADDRESS.to_owned() } else { mailbox(*who) };
                let body = json!({"email": to, "current_password": password(*who)});
                self.browsers[*who].put("/api/auth/update-profile", &body).await
            }
            Step::UseLinks(who, is_signed_in) => {
                let stranger = self.app.visitor();
                self.use_links(if *is_signed_in { &self.browsers[*who] } else { &stranger }, *who).await;
                return None;
            }
            Step::ChangePassword(who) => {
                let body = json!({"current_password": password(*who), "new_password": password(*who)});
                self.browsers[*who].put("/api/auth/change-password", &body).await
            }
            Step::Forget => self.app.visitor().post("/api/auth/forgot-password", &json!({"email": ADDRESS})).await,
        })
    }

    /// The owner asks for a reset link and uses the newest one; false when no account has the address.
    async fn reset(&self) -> bool {
        self.app.visitor().post("/api/auth/forgot-password", &json!({"email": ADDRESS})).await.ok();
        self.app.deliver().await;
        let Some(token) = self.tokens(OWNER, "/reset-password#token=").pop() else { return false };
        let body = json!({"token": token, "password": NEW_PASSWORD});
        self.app.visitor().post("/api/auth/reset-password", &body).await.status == 200
    }

    /// The account as the owner sees it with the new password.
    async fn owner(&self) -> Option<Value> {
        let login = json!({"email": ADDRESS, "password": NEW_PASSWORD});
        let answer = self.log_in(&self.app.visitor(), OWNER, &login).await;
        (answer.status == 200).then(|| answer.json()["user"]["id"].clone())
    }

    /// Everything the attackers can try; returns what opened the account.
    async fn intrusions(&self, account: &Value) -> Vec<String> {
        let mut found = Vec::new();
        for (who, name) in NAMES.iter().enumerate().skip(1) {
            let mut check = |how: &str, answer: &Answer| {
                if answer.status == 200 && answer.json()["user"]["id"] == *account {
                    found.push(format!("{name} by {how}"));
                }
            };
            check("an old session", &self.browsers[who].get("/api/auth/me").await);
            self.browsers[who].post("/api/auth/refresh", &json!({})).await;
            check("a refreshed session", &self.browsers[who].get("/api/auth/me").await);
            for email in [ADDRESS.to_owned(), mailbox(who)] {
                let login = json!({"email": email, "password": password(who)});
                check("a password", &self.log_in(&self.app.visitor(), who, &login).await);
            }
            for answer in self.use_passkeys(&self.app.visitor(), who).await {
                check("a passkey", &answer);
            }
            for is_unproven in [false, true] {
                check("Google", &self.google(&self.app.visitor(), who, is_unproven).await);
                check("OpenID", &self.start_open_id(&self.app.visitor(), who, is_unproven).await);
            }
        }
        found
    }
}

async fn run(steps: Vec<Step>) -> Result<(), TestCaseError> {
    let world = World::start().await;
    let checked = check(&world, &steps).await;
    // The next case opens connections of its own.
    world.app.db.close().await;
    checked
}

async fn check(world: &World, steps: &[Step]) -> Result<(), TestCaseError> {
    for step in steps {
        if let Some(answer) = world.take(step).await {
            prop_assert!(answer.status.as_u16() < 500, "{:?}: {}", step, answer.text());
        }
    }
    if !world.reset().await {
        return Ok(());
    }
    let Some(account) = world.owner().await else {
        return Err(TestCaseError::fail("the owner is kept out, as by the second factor of another person"));
    };
    prop_assert_eq!(world.intrusions(&account).await, Vec::<String>::new());
    // What still lies in the attackers' mailboxes changes nothing.
    for who in 1..NAMES.len() {
        world.use_links(&world.browsers[who], who).await;
        world.use_links(&world.app.visitor(), who).await;
    }
    prop_assert_eq!(world.intrusions(&account).await, Vec::<String>::new());
    prop_assert_eq!(world.owner().await, Some(account), "the owner still gets in");
    Ok(())
}

#[test]
fn after_a_reset_only_the_owner_of_the_address_reaches_the_account() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    // Each case hashes passwords: a failure is not worth minutes of shrinking.
    let config =
        ProptestConfig { cases: CASES, max_shrink_iters: 64, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(steps in proptest::collection::vec(steps(), 1..14))| {
        runtime.block_on(run(steps))?;
    });
}
