-- The key pair by which push services recognise this installation, where the operator has set none: one row at most.
-- The private key is encrypted with the operator's secret.
create table vapid_keys (
    id smallint not null primary key check (id = 1),
    public_key text not null,
    private_key text not null,
    created_at bigint not null
);
