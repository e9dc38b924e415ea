//! Refresh token rotation: each token works once, racing tabs get the same successor, reuse ends the session.

use axum::http::HeaderMap;
use jiff::Timestamp;
use uuid::Uuid;

use super::current_user::check_csrf;
use super::queries::{self, RefreshRow};
use super::tokens::{SessionClaims, TokenKind, TokenProblem};
use super::{IssuedSession, Origin, Sessions, after, cookies};
use crate::db::Db;
use crate::error::{AppError, AuthProblem};
use crate::on_db_transaction;

pub enum RefreshOutcome {
    Refreshed(IssuedSession),
    /// The session has ended: the response clears all cookies.
    Refused(AuthProblem),
}

/// State of a presented refresh token.
enum Presented {
    /// Unused, or used so recently that its successor is issued again.
    Successor(RefreshRow),
    /// Used longer ago than racing tabs explain.
    Reused,
    Gone,
}

impl Sessions {
    /// A wrong or missing CSRF value is a client error: no cookie is cleared, nothing is counted.
    pub async fn refresh(&self, headers: &HeaderMap, origin: &Origin) -> Result<RefreshOutcome, AppError> {
        let Some(token) = cookies::read(headers, cookies::REFRESH) else {
            return Ok(RefreshOutcome::Refused(AuthProblem::TokenMissing));
        };
        let now = self.clock.now();
        let verified = self.keys.verify(TokenKind::Refresh, &token, now.as_second());
        check_csrf(headers, verified.as_ref().ok())?;
        let claims = match verified {
            Ok(claims) => claims,
            Err(TokenProblem::Expired(_)) => return Ok(RefreshOutcome::Refused(AuthProblem::TokenExpired)),
            Err(TokenProblem::Invalid) => return Ok(RefreshOutcome::Refused(AuthProblem::TokenInvalid)),
        };
        match self.rotate(&claims, origin, now).await? {
            Presented::Successor(row) => Ok(RefreshOutcome::Refreshed(self.issue(claims.sub, &row, now))),
            Presented::Reused => {
                tracing::warn!(user = %claims.sub.0, session = %claims.sid.0, "refresh token reused: session ended");
                queries::revoke_session(&self.db, claims.sub, claims.sid, "reuse", now.as_millisecond()).await?;
                Ok(RefreshOutcome::Refused(AuthProblem::TokenRevoked))
            }
            Presented::Gone => Ok(RefreshOutcome::Refused(AuthProblem::TokenRevoked)),
        }
    }

    async fn rotate(&self, claims: &SessionClaims, origin: &Origin, now: Timestamp) -> Result<Presented, sqlx::Error> {
        let child = RefreshRow {
            jti: Uuid::new_v4(),
            session_id: claims.sid,
            issued_at: now.as_millisecond(),
            expires_at: after(now, self.lifetimes.refresh),
            rotated_at: None,
        };
        let grace_began = now.as_millisecond() - self.lifetimes.grace.as_millis() as i64;
        present(&self.db, claims, origin, child, grace_began).await
    }
}

/// One transaction: the first request claims the row, parallel ones wait and get the successor.
async fn present(
    db: &Db,
    claims: &SessionClaims,
    origin: &Origin,
    child: RefreshRow,
    grace_began: i64,
) -> Result<Presented, sqlx::Error> {
    let now = child.issued_at;
    on_db_transaction!(db, transaction => {
        let session_ends: Option<i64> = sqlx::query_scalar(
            // Earlier versions have stored the network.
            "update sessions set refreshed_at = $3, country = $4, network = ''
             where user_id = $1 and id = $2 and revoked_at is null and expires_at > $3 returning expires_at",
        )
        .bind(claims.sub)
        .bind(claims.sid)
        .bind(now)
        .bind(&origin.country)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(session_ends) = session_ends else { return Ok(Presented::Gone) };
        let child = RefreshRow { expires_at: child.expires_at.min(session_ends), ..child.clone() };

        let rotated = sqlx::query(
            "update refresh_tokens set rotated_at = $3 where user_id = $1 and jti = $2 and rotated_at is null",
        )
        .bind(claims.sub)
        .bind(claims.jti)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        if rotated.rows_affected() > 0 {
            sqlx::query(
                "insert into refresh_tokens (user_id, jti, session_id, parent_jti, issued_at, expires_at)
                 values ($1, $2, $3, $4, $5, $6)",
            )
            .bind(claims.sub)
            .bind(child.jti)
            .bind(child.session_id)
            .bind(claims.jti)
            .bind(child.issued_at)
            .bind(child.expires_at)
            .execute(&mut *transaction)
            .await?;
            // The session keeps its last token and those that racing tabs may still present: one row for each refresh would
            // become the largest table.
            sqlx::query("delete from refresh_tokens where user_id = $1 and session_id = $2 and rotated_at < $3")
                .bind(claims.sub)
                .bind(claims.sid)
                .bind(grace_began)
                .execute(&mut *transaction)
                .await?;
            Ok::<_, sqlx::Error>(Presented::Successor(child))
        } else {
            let used: Option<Option<i64>> =
                sqlx::query_scalar("select rotated_at from refresh_tokens where user_id = $1 and jti = $2")
                    .bind(claims.sub)
                    .bind(claims.jti)
                    .fetch_optional(&mut *transaction)
                    .await?;
            match used.flatten() {
                // A token of ours for a running session whose row is gone was used long ago.
                None => Ok(Presented::Reused),
                Some(rotated_at) if rotated_at < grace_began => Ok(Presented::Reused),
                Some(_) => {
                    let newest: Option<RefreshRow> = sqlx::query_as(
                        "select jti, session_id, issued_at, expires_at, rotated_at from refresh_tokens
                         where user_id = $1 and session_id = $2 and rotated_at is null order by issued_at desc limit 1",
                    )
                    .bind(claims.sub)
                    .bind(claims.sid)
                    .fetch_optional(&mut *transaction)
                    .await?;
                    Ok(newest.map_or(Presented::Gone, Presented::Successor))
                }
            }
        }
    })
}
