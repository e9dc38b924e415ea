-- What a person ever set, as one JSON document; what is absent was never set.
create table preferences (
    user_id uuid primary key references users (id) on delete cascade,
    document text not null,
    updated_at bigint not null
);
