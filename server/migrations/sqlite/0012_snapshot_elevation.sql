-- A mountain hut and the village below it share a grid point but not the weather. -32768: no elevation was given.
create table weather_snapshots_by_elevation (
    latitude_e4 bigint not null,
    longitude_e4 bigint not null,
    elevation bigint not null,
    source text not null,
    fetched_at bigint not null,
    fresh_until bigint not null,
    last_modified text,
    forecast blob not null,
    primary key (latitude_e4, longitude_e4, elevation)
);
insert into weather_snapshots_by_elevation
select latitude_e4, longitude_e4, -32768, source, fetched_at, fresh_until, last_modified, forecast from weather_snapshots;
drop table weather_snapshots;
alter table weather_snapshots_by_elevation rename to weather_snapshots;
create index weather_snapshots_fetched_at on weather_snapshots (fetched_at);
