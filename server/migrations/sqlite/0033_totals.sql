-- Counts of tables that grow, made by one process for all; `counts` is a JSON document.
create table totals (
    name text primary key,
    counts text not null,
    counted_at bigint not null
);

-- Places that changed since the users and places of the cells were last counted.
create index locations_updated on locations (updated_at);
