-- The deletion of an account deletes its messages: without this it reads the whole queue.
create index outbox_user on outbox (user_id) where user_id is not null;
