-- When the last mail to verify the address was sent; null: never, as where no mail is sent. Accounts whose owner was never
-- asked are not deleted as abandoned. Rows of earlier versions stay null: whether they were asked is not known.
alter table users add column verification_sent_at bigint;

-- Sessions store the country instead. One statement, because it locks only the rows that still have a network.
update sessions set network = '' where network <> '';
