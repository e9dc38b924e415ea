-- The usual weather of a cell of a quarter of a degree, 1991 to 2020: kept for ever. Without normals: asked for, on a day
-- since 1970, and not fetched yet; such a row is deleted after a month.
create table weather_normals (
    latitude_e4 bigint not null,
    longitude_e4 bigint not null,
    version bigint not null,
    first_asked_day bigint not null,
    normals bytea,
    primary key (latitude_e4, longitude_e4, version)
);
create index weather_normals_asked on weather_normals (first_asked_day) where normals is null;
