-- The country that a session was last used from, as the operator's proxy names it; null: unknown. It replaces `network`, which
-- is no longer read and which each use of a session empties; a later version drops that column.
alter table sessions add column country text;
