-- Passkeys of users. The credential is JSON: public key, signature counter and backup flags, never a secret. Times are unix
-- milliseconds.
create table passkeys (
    user_id uuid not null references users (id) on delete cascade,
    id uuid not null,
    credential_id bytea not null,
    credential text not null,
    name text not null,
    created_at bigint not null,
    last_used_at bigint,
    primary key (user_id, id)
);
create unique index passkeys_credential on passkeys (credential_id);
