//! A sign-in provider on loopback: hands out keys, exchanges codes, takes revocations, and can fall silent.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};

use super::app::TestApp;
use super::borrowed;
use super::persona::{Answer, Persona};

pub const CLIENT_ID: &str = "halcyon-web";

pub const OIDC_SECRET: &str = "a secret: with / signs & all";

/// Making RSA keys takes long, so that all tests share two.
static KEYS: LazyLock<[Key; 2]> = LazyLock::new(|| [Key::generate("first"), Key::generate("second")]);

pub struct Key {
    kid: &'static str,
    algorithm: Algorithm,
    pub pem: String,
    private: EncodingKey,
}

impl Key {
    fn generate(kid: &'static str) -> Key {
        let pair = rcgen::KeyPair::generate_rsa_for(&rcgen::PKCS_RSA_SHA256, rcgen::RsaKeySize::_2048).unwrap();
        let pem = pair.serialize_pem();
        Key { kid, algorithm: Algorithm::RS256, private: EncodingKey::from_rsa_pem(pem.as_bytes()).unwrap(), pem }
    }

    pub fn elliptic(kid: &'static str) -> Key {
        let pem = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).unwrap().serialize_pem();
        Key { kid, algorithm: Algorithm::ES256, private: EncodingKey::from_ec_pem(pem.as_bytes()).unwrap(), pem }
    }

    pub fn public(&self) -> Value {
        let mut key = serde_json::to_value(Jwk::from_encoding_key(&self.private, self.algorithm).unwrap()).unwrap();
        key["kid"] = json!(self.kid);
        key
    }

    pub fn sign(&self, kid: &str, claims: &Value) -> String {
        self.sign_as(self.algorithm, kid, claims)
    }

    pub fn sign_as(&self, algorithm: Algorithm, kid: &str, claims: &Value) -> String {
        let header = Header { kid: Some(kid.to_owned()), ..Header::new(algorithm) };
        jsonwebtoken::encode(&header, claims, &self.private).unwrap()
    }
}

pub fn first_key() -> &'static Key {
    &KEYS[0]
}

pub fn second_key() -> &'static Key {
    &KEYS[1]
}

#[derive(Clone)]
pub struct Issuer {
    pub url: String,
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    is_down: bool,
    discovery: Value,
    discovery_requests: usize,
    /// What the user info endpoint answers, if it does.
    user_info: Option<Value>,
    published: Vec<Value>,
    key_requests: usize,
    forms: Vec<(&'static str, BTreeMap<String, String>)>,
    tokens: HashMap<String, Value>,
}

impl Issuer {
    pub async fn start() -> Issuer {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let inner = Arc::new(Mutex::new(Inner {
            is_down: false,
            discovery: discovery_of(&url),
            discovery_requests: 0,
            user_info: None,
            published: vec![first_key().public()],
            key_requests: 0,
            forms: Vec::new(),
            tokens: HashMap::new(),
        }));
        let router = Router::new()
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/revoke", post(revoke))
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/user-info", get(user_info))
            .with_state(inner.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Issuer { url, inner }
    }

    /// An application that trusts this issuer as Google, as Apple and as the operator's own choice.
    pub async fn app(&self) -> TestApp {
        self.app_with(&[]).await
    }

    pub async fn app_with(&self, more: &[(&str, &str)]) -> TestApp {
        let at = |path: &str| format!("{}{path}", self.url);
        let apple_key = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).unwrap().serialize_pem();
        let own = [
            ("HALCYON_GOOGLE_CLIENT_IDS", CLIENT_ID.to_owned()),
            ("HALCYON_GOOGLE_CLIENT_SECRET", "google secret".to_owned()),
            ("HALCYON_GOOGLE_JWKS_URL", at("/keys")),
            ("HALCYON_GOOGLE_AUTH_URL", at("/authorize")),
            ("HALCYON_GOOGLE_TOKEN_URL", at("/token")),
            ("HALCYON_APPLE_CLIENT_IDS", CLIENT_ID.to_owned()),
            ("HALCYON_APPLE_TEAM_ID", "TEAM123".to_owned()),
            ("HALCYON_APPLE_KEY_ID", "KEY123".to_owned()),
            ("HALCYON_APPLE_PRIVATE_KEY", apple_key.replace('\n', "\\n")),
            ("HALCYON_APPLE_JWKS_URL", at("/keys")),
            ("HALCYON_APPLE_AUTH_URL", at("/authorize")),
            ("HALCYON_APPLE_TOKEN_URL", at("/token")),
            ("HALCYON_APPLE_REVOKE_URL", at("/revoke")),
            ("HALCYON_OIDC_ISSUER", self.url.clone()),
            ("HALCYON_OIDC_CLIENT_ID", CLIENT_ID.to_owned()),
            ("HALCYON_OIDC_CLIENT_SECRET", OIDC_SECRET.to_owned()),
            ("HALCYON_OIDC_NAME", "Harbour House".to_owned()),
        ];
        let mut settings = borrowed(&own);
        settings.extend(more);
        TestApp::start_with(&settings).await
    }

    pub fn publish(&self, keys: &[&Key]) {
        self.publish_raw(keys.iter().map(|key| key.public()).collect());
    }

    pub fn publish_raw(&self, keys: Vec<Value>) {
        self.inner.lock().unwrap().published = keys;
    }

    /// Changes the discovery document; null removes a field.
    pub fn describe(&self, field: &str, value: Value) {
        let mut inner = self.inner.lock().unwrap();
        inner.discovery = changed(inner.discovery.take(), field, value);
    }

    /// A field of the discovery document.
    pub fn discovered(&self, field: &str) -> Value {
        self.inner.lock().unwrap().discovery[field].clone()
    }

    pub fn discovery_requests(&self) -> usize {
        self.inner.lock().unwrap().discovery_requests
    }

    pub fn tell_about_user(&self, claims: Value) {
        self.inner.lock().unwrap().user_info = Some(claims);
    }

    /// Claims of a token of the operator's own choice that everything is right about.
    pub fn claims(&self, nonce: &str) -> Value {
        json!({
            "iss": self.url, "aud": CLIENT_ID, "sub": "248289761001", "iat": now() - 5, "exp": now() + 295, "nonce": nonce,
            "email": "jo@harbour.example", "email_verified": true, "given_name": "Jo", "family_name": "Quay",
        })
    }

    pub fn fall_silent(&self, is_down: bool) {
        self.inner.lock().unwrap().is_down = is_down;
    }

    pub fn key_requests(&self) -> usize {
        self.inner.lock().unwrap().key_requests
    }

    /// What a code will be exchanged for.
    pub fn expect_code(&self, code: &str, answer: Value) {
        self.inner.lock().unwrap().tokens.insert(code.to_owned(), answer);
    }

    /// The forms posted to `/token` or `/revoke` so far.
    pub fn forms(&self, path: &str) -> Vec<BTreeMap<String, String>> {
        let inner = self.inner.lock().unwrap();
        inner.forms.iter().filter(|(to, _)| *to == path).map(|(_, form)| form.clone()).collect()
    }
}

fn discovery_of(url: &str) -> Value {
    json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize?theme=plain"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"),
        "userinfo_endpoint": format!("{url}/user-info"),
        "end_session_endpoint": format!("{url}/end-session"),
        "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
    })
}

async fn discovery(State(inner): State<Arc<Mutex<Inner>>>) -> Response {
    let mut inner = inner.lock().unwrap();
    inner.discovery_requests += 1;
    match inner.is_down {
        true => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        false => Json(inner.discovery.clone()).into_response(),
    }
}

async fn user_info(State(inner): State<Arc<Mutex<Inner>>>, headers: HeaderMap) -> Response {
    let told = inner.lock().unwrap().user_info.clone();
    match (told, headers[header::AUTHORIZATION].to_str().unwrap()) {
        (Some(claims), "Bearer access-1") => Json(claims).into_response(),
        _ => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

async fn keys(State(inner): State<Arc<Mutex<Inner>>>) -> Response {
    let mut inner = inner.lock().unwrap();
    inner.key_requests += 1;
    if inner.is_down {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    ([(header::CACHE_CONTROL, "public, max-age=7200")], Json(json!({"keys": inner.published}))).into_response()
}

async fn token(
    State(inner): State<Arc<Mutex<Inner>>>,
    headers: HeaderMap,
    Form(mut form): Form<BTreeMap<String, String>>,
) -> Response {
    let mut inner = inner.lock().unwrap();
    if let Some(authorization) = headers.get(header::AUTHORIZATION) {
        form.insert("authorization".to_owned(), authorization.to_str().unwrap().to_owned());
    }
    let answer = inner.tokens.remove(&form["code"]);
    inner.forms.push(("/token", form));
    match answer {
        Some(answer) => Json(answer).into_response(),
        None => (StatusCode::BAD_REQUEST, Json(json!({"error": "invalid_grant"}))).into_response(),
    }
}

async fn revoke(State(inner): State<Arc<Mutex<Inner>>>, Form(form): Form<BTreeMap<String, String>>) -> StatusCode {
    inner.lock().unwrap().forms.push(("/revoke", form));
    StatusCode::OK
}

/// Claims of a token that everything is right about; `now` is the test clock's start.
pub fn google_claims(nonce: &str) -> Value {
    json!({
        "iss": "https://accounts.google.com", "aud": CLIENT_ID, "sub": "110248495921238986420",
        "iat": now() - 5, "exp": now() + 3595, "nonce": nonce,
        "email": "ada@gmail.com", "email_verified": true, "given_name": "Ada", "family_name": "Lovelace",
    })
}

pub fn apple_claims(nonce: &str) -> Value {
    json!({
        "iss": "https://appleid.apple.com", "aud": CLIENT_ID, "sub": "001234.abcdef",
        "iat": now() - 5, "exp": now() + 3595, "nonce": nonce,
        "email": "grace@example.org", "email_verified": "true", "is_private_email": "false",
    })
}

pub fn now() -> i64 {
    super::app::START.parse::<jiff::Timestamp>().unwrap().as_second()
}

/// Claims with one of them changed; null removes it.
pub fn changed(mut claims: Value, name: &str, value: Value) -> Value {
    match value {
        Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
        value => claims[name] = value,
    }
    claims
}

/// The nonce this browser gets from us.
pub async fn nonce_of(persona: &Persona) -> String {
    persona.post("/api/auth/nonce", &json!({})).await.ok()["nonce"].as_str().unwrap().to_owned()
}

/// Signs in with Google; `change` may spoil or alter the claims.
pub async fn google(persona: &Persona, change: impl Fn(Value) -> Value) -> Answer {
    let claims = change(google_claims(&nonce_of(persona).await));
    persona.post("/api/auth/google", &json!({"token": first_key().sign("first", &claims)})).await
}

pub async fn apple(persona: &Persona, more: Value, change: impl Fn(Value) -> Value) -> Answer {
    let claims = change(apple_claims(&nonce_of(persona).await));
    let mut body = json!({"id_token": first_key().sign("first", &claims)});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    persona.post("/api/auth/apple", &body).await
}
