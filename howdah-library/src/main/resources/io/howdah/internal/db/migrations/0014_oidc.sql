-- oldest-compatible: 1
-- Logging in by way of a provider that knows people already (OpenID Connect).

-- Whose account somebody of a provider has. By what the provider never gives to anybody else, not by a name: names are
-- chosen, and given again.
create table howdah.account_identity (
  issuer      text not null check (length(issuer) between 1 and 500),
  subject     text not null check (length(subject) between 1 and 255),
  account_id  bigint not null references howdah.account on delete cascade,
  created_at  timestamptz not null default howdah.now(),
  primary key (issuer, subject)
);

create index account_identity_account on howdah.account_identity (account_id);

-- A login that the provider has vouched for, until it would have been too late anyway: none lets anybody in twice. One that
-- is on its way is in the browser's cookie, sealed: whoever begins very many of them takes no place from anybody.
create table howdah.oidc_used (
  state_hash  bytea primary key check (length(state_hash) = 32),
  expires_at  timestamptz not null
);

create index oidc_used_expires on howdah.oidc_used (expires_at);
