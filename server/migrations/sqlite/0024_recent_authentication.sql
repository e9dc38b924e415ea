-- When the user last proved in a session who they are, in unix milliseconds; null: at its beginning.
alter table sessions add column authenticated_at bigint;
