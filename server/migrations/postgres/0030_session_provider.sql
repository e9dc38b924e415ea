-- The provider that a session was opened with; null: a password or a passkey. A logout then ends the session there, too.
alter table sessions add column provider text;
