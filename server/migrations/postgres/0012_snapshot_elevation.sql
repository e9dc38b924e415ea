-- A mountain hut and the village below it share a grid point but not the weather. -32768: no elevation was given.
alter table weather_snapshots add column elevation bigint not null default -32768;
alter table weather_snapshots drop constraint weather_reports_pkey;
alter table weather_snapshots add primary key (latitude_e4, longitude_e4, elevation);
alter table weather_snapshots alter column elevation drop default;
