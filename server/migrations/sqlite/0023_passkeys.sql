-- Passkeys of users. The credential is JSON: public key, signature counter and backup flags, never a secret. Times are unix
-- milliseconds.
create table passkeys (
    user_id blob not null references users (id) on delete cascade,
    id blob not null,
    credential_id blob not null,
    credential text not null,
    name text not null,
    created_at bigint not null,
    last_used_at bigint,
    primary key (user_id, id)
);
create unique index passkeys_credential on passkeys (credential_id);
