-- For seven days a changed e-mail address can be restored by a link sent to the old one. A row per change, so that a second
-- change does not end the link of the first.
create table email_reversions (
    user_id uuid not null references users (id) on delete cascade,
    token_hash bytea not null,
    email text not null,
    created_at bigint not null,
    expires_at bigint not null,
    primary key (user_id, token_hash)
);
create unique index email_reversions_hash on email_reversions (token_hash);

-- Accounts whose address was never verified are deleted when nobody signs in.
create index users_unverified on users (created_at) where email_verified_at is null;
