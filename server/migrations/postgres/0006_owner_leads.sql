-- The owner's id leads the key of everything that is owned, so that a database of many machines can keep it together.

-- The owner of a history is a person or a visitor: one column for both, which the two references must agree with.
alter table history add column owner_id uuid;
update history set owner_id = coalesce(user_id, client_id);
alter table history
    alter column owner_id set not null,
    add check (owner_id = coalesce(user_id, client_id)),
    drop constraint history_pkey,
    add primary key (owner_id, id);
drop index history_user, history_client;
create index history_user on history (user_id) where user_id is not null;
create index history_client on history (client_id) where client_id is not null;

-- Processes of the version before do not know the column, and go on writing until each of them is replaced.
create function fill_history_owner() returns trigger language plpgsql as $$
begin
    new.owner_id = coalesce(new.user_id, new.client_id);
    return new;
end
$$;
create trigger history_owner before insert or update of user_id, client_id on history
for each row execute function fill_history_owner();

alter table notices drop constraint notices_pkey, add primary key (user_id, id);

-- A device is still one person's alone.
alter table push_devices drop constraint push_devices_pkey, add primary key (user_id, kind, token);
create unique index push_devices_token on push_devices (kind, token);
