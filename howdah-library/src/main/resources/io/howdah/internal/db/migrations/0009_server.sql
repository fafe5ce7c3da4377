-- oldest-compatible: 1
-- Who may use the server, what they did, and what they were answered. Secrets are kept as hashes only.

create table howdah.account (
  id             bigint generated always as identity primary key,
  name           text not null unique check (name ~ '^[a-z0-9][a-z0-9._@-]{0,99}$'),
  role           text not null check (role in ('viewer', 'operator', 'approver', 'admin')),
  -- Without one nobody can log in by password.
  password_hash  text check (length(password_hash) <= 200),
  -- By which approvals know whose say it is.
  groups         text[] not null default '{}' check (cardinality(groups) <= 100),
  created_at     timestamptz not null default howdah.now(),
  disabled_at    timestamptz
);

-- A way in that works once: the very first account is made by one, and whoever is to choose a password gets one.
create table howdah.account_link (
  token_hash  bytea primary key check (length(token_hash) = 32),
  purpose     text not null check (purpose in ('first', 'password', 'login')),
  -- Nobody's: it makes the first account, and is void as soon as there is one.
  account_id  bigint references howdah.account on delete cascade,
  expires_at  timestamptz not null,
  check ((account_id is null) = (purpose = 'first'))
);

create table howdah.session (
  token_hash  bytea primary key check (length(token_hash) = 32),
  id          bigint generated always as identity unique,
  account_id  bigint not null references howdah.account on delete cascade,
  -- What a form must bring along, so that no other site can send it.
  form_token  text not null check (length(form_token) <= 100),
  address     text not null check (length(address) <= 100),
  agent       text not null check (length(agent) <= 300),
  created_at  timestamptz not null default howdah.now(),
  seen_at     timestamptz not null default howdah.now()
) with (fillfactor = 50);

create index session_account on howdah.session (account_id);

create table howdah.api_key (
  -- Its public part, by which it is found and known to people.
  id            text primary key check (id ~ '^[a-z0-9]{8}$'),
  secret_hash   bytea not null check (length(secret_hash) = 32),
  name          text not null check (length(name) between 1 and 100),
  role          text not null check (role in ('producer', 'worker', 'viewer', 'operator', 'approver', 'admin')),
  created_by    text not null check (length(created_by) <= 100),
  created_at    timestamptz not null default howdah.now(),
  expires_at    timestamptz,
  revoked_at    timestamptz,
  used_at       timestamptz
) with (fillfactor = 50);

-- Every change that somebody made: written before it is made, so that none is missing. How it went is a row of its own, and
-- none of either is ever changed.
create table howdah.audit (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default howdah.now(),
  actor    text not null check (length(actor) between 1 and 200),
  action   text not null check (length(action) between 1 and 100),
  subject  text not null check (length(subject) <= 300),
  address  text not null check (length(address) <= 100),
  member   text not null check (length(member) <= 200)
);

create index audit_at on howdah.audit (at, id);
create index audit_actor on howdah.audit (actor, at, id);
create index audit_action on howdah.audit (action, at, id);

create table howdah.audit_outcome (
  audit_id  bigint primary key,
  at        timestamptz not null default howdah.now(),
  outcome   text not null check (length(outcome) between 1 and 300)
);

create function howdah.audit_is_final() returns trigger
  language plpgsql
as $$
begin
  raise exception 'what was written down of what people did is never changed';
end
$$;

create trigger audit_is_final before update or delete on howdah.audit
  for each row execute function howdah.audit_is_final();
create trigger audit_outcome_is_final before update or delete on howdah.audit_outcome
  for each row execute function howdah.audit_is_final();

-- What a request with an Idempotency-Key was answered, for whoever sends it again.
create table howdah.http_answer (
  caller       text not null check (length(caller) <= 200),
  key          text not null check (length(key) between 1 and 200),
  fingerprint  bytea not null check (length(fingerprint) = 32),
  status       int not null,
  location     text check (length(location) <= 500),
  body         bytea not null,
  at           timestamptz not null default howdah.now(),
  primary key (caller, key)
);

create index http_answer_at on howdah.http_answer (at);
