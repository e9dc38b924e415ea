-- The second factor of a user who logs in with a password: the secret shared with the authenticator app, encrypted with the
-- operator's key. Its last step is the number of half minutes since 1970 of the newest code used: no code is accepted twice.
-- Times are unix milliseconds.
create table second_factors (
    user_id blob primary key references users (id) on delete cascade,
    secret text not null,
    last_step bigint not null,
    created_at bigint not null
);

-- Recovery codes that were not used yet. Only their hashes are stored.
create table recovery_codes (
    user_id blob not null references users (id) on delete cascade,
    hash blob not null,
    created_at bigint not null,
    primary key (user_id, hash)
);
