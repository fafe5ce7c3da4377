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

-- A login that has begun here and comes back from the provider, perhaps to another replica. Taken once.
create table howdah.oidc_login (
  state_hash    bytea primary key check (length(state_hash) = 32),
  -- Of what only the browser has that began it.
  browser_hash  bytea not null check (length(browser_hash) = 32),
  nonce         text not null check (length(nonce) <= 100),
  verifier      text not null check (length(verifier) <= 128),
  redirect      text not null check (length(redirect) <= 500),
  expires_at    timestamptz not null
);

create index oidc_login_expires on howdah.oidc_login (expires_at);
