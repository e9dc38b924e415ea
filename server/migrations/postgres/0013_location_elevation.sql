-- Metres above sea level of the saved place, so that a hut and the village below it get different weather. Null: not known.
alter table locations add column elevation bigint;
