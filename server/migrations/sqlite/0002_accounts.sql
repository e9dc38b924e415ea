-- People, how they sign in, and what keeps them signed in. Times are unix milliseconds.
create table users (
    id blob primary key,
    email text,
    email_verified_at bigint,
    password_hash text,
    first_name text not null,
    last_name text not null,
    phone_number text not null,
    auth_provider text not null,
    language text not null,
    created_at bigint not null,
    updated_at bigint not null
);
create unique index users_email on users (email);

create table identities (
    user_id blob not null references users (id) on delete cascade,
    provider text not null,
    subject text not null,
    email_at_link text,
    refresh_token text,
    created_at bigint not null,
    primary key (user_id, provider, subject)
);
create unique index identities_subject on identities (provider, subject);

create table sessions (
    user_id blob not null references users (id) on delete cascade,
    id blob not null,
    created_at bigint not null,
    expires_at bigint not null,
    refreshed_at bigint not null,
    revoked_at bigint,
    reason text,
    user_agent text not null,
    network text not null,
    primary key (user_id, id)
);

create table refresh_tokens (
    user_id blob not null references users (id) on delete cascade,
    jti blob not null,
    session_id blob not null,
    parent_jti blob,
    issued_at bigint not null,
    expires_at bigint not null,
    rotated_at bigint,
    primary key (user_id, jti)
);
create index refresh_tokens_session on refresh_tokens (user_id, session_id);

-- Links sent by mail; only the newest of a kind works, and only its hash is kept.
create table mail_links (
    user_id blob not null references users (id) on delete cascade,
    kind text not null,
    token_hash blob not null,
    email text not null,
    created_at bigint not null,
    expires_at bigint not null,
    primary key (user_id, kind)
);
create unique index mail_links_hash on mail_links (token_hash);

-- One-time values of a sign-in in progress: nonces, redirect states, hand-offs.
create table one_time_values (
    kind text not null,
    hash blob not null,
    payload text not null,
    expires_at bigint not null,
    primary key (kind, hash)
);

-- Counters behind 429; shared by all processes and kept over restarts.
create table limits (
    name text primary key,
    hits bigint not null,
    window_ends_at bigint not null,
    blocked_until bigint not null
);

-- Messages to people, written in the transaction that causes them and sent by a worker.
create table outbox (
    id blob primary key,
    user_id blob references users (id) on delete cascade,
    kind text not null,
    payload text not null,
    created_at bigint not null,
    due_at bigint not null,
    attempts bigint not null
);
create index outbox_due on outbox (due_at);
