//! The four session cookies: two HttpOnly tokens, and two CSRF values that the page sends back.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};

pub const ACCESS: &str = "access_token_cookie";
pub const ACCESS_CSRF: &str = "csrf_access_token";
pub const REFRESH: &str = "refresh_token_cookie";
pub const REFRESH_CSRF: &str = "csrf_refresh_token";

/// The refresh cookie is sent only to the paths that use it.
const REFRESH_PATH: &str = "/api/auth";

#[derive(Clone, Copy)]
pub struct Cookies {
    /// Set when the public URL is https.
    pub secure: bool,
}

pub struct SessionCookies {
    pub access_token: String,
    pub access_csrf: String,
    pub refresh_token: String,
    pub refresh_csrf: String,
    /// The refresh token's life, for all four: the access cookie must outlive its token, so that the server
    /// can say "expired" instead of seeing nothing.
    pub max_age_seconds: i64,
    pub cookies: Cookies,
}

impl SessionCookies {
    pub fn write(&self, headers: &mut HeaderMap) {
        let age = self.max_age_seconds;
        self.cookies.append(headers, ACCESS, &self.access_token, age);
        self.cookies.append(headers, ACCESS_CSRF, &self.access_csrf, age);
        self.cookies.append(headers, REFRESH, &self.refresh_token, age);
        self.cookies.append(headers, REFRESH_CSRF, &self.refresh_csrf, age);
    }
}

impl Cookies {
    fn append(self, headers: &mut HeaderMap, name: &'static str, value: &str, max_age_seconds: i64) {
        let (path, same_site, http_only) = match name {
            ACCESS => ("/", SameSite::Lax, true),
            REFRESH => (REFRESH_PATH, SameSite::Strict, true),
            _ => ("/", SameSite::Lax, false),
        };
        let cookie = Cookie::build((name, value.to_owned())).path(path).same_site(same_site).http_only(http_only);
        self.append_cookie(headers, cookie.build(), max_age_seconds);
    }

    /// Builds a cookie; a max-age of 0 removes it.
    pub fn append_cookie(self, headers: &mut HeaderMap, mut cookie: Cookie<'static>, max_age_seconds: i64) {
        if cookie.same_site() != Some(SameSite::None) {
            cookie.set_secure(self.secure);
        }
        let mut text = format!("{cookie}; Max-Age={max_age_seconds}");
        if max_age_seconds == 0 {
            text.push_str("; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
        }
        if let Ok(value) = HeaderValue::from_str(&text) {
            headers.append(header::SET_COOKIE, value);
        }
    }
}

pub fn clear_all_cookies(headers: &mut HeaderMap, cookies: Cookies) {
    for name in [ACCESS, ACCESS_CSRF, REFRESH, REFRESH_CSRF] {
        cookies.append(headers, name, "", 0);
    }
}

/// The value of a request cookie.
pub fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    CookieJar::from_headers(headers).get(name).map(|cookie| cookie.value().to_owned()).filter(|value| !value.is_empty())
}
