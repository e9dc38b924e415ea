-- The secret address of a saved place's calendar and feeds. Only the hash of the secret is stored. Times are unix milliseconds.
create table feeds (
    user_id uuid not null,
    location_id uuid not null,
    token_hash bytea not null,
    created_at bigint not null,
    primary key (user_id, location_id),
    foreign key (user_id, location_id) references locations (user_id, id) on delete cascade
);
create unique index feeds_hash on feeds (token_hash);
