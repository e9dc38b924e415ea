-- Personal tokens for the public API. Only the hash of a token is stored. Times are unix milliseconds.
create table api_tokens (
    user_id uuid not null references users (id) on delete cascade,
    id uuid not null,
    name text not null,
    -- Names with a space between.
    scopes text not null,
    token_hash bytea not null,
    created_at bigint not null,
    -- Written at most every five minutes.
    last_used_at bigint,
    primary key (user_id, id)
);
create unique index api_tokens_hash on api_tokens (token_hash);
