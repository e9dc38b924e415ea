-- Claims of a message whose outcome was never recorded, in a row: it may be what ends the process.
alter table outbox add column unsettled bigint not null default 0;
