-- oldest-compatible: 1
-- Requests that people decide. The row of a request is locked by whoever changes it, so that everything about one request
-- happens one after the other, and every step of it is written down for good.

create table howdah.approval (
  id               bigint generated always as identity primary key,
  subject          text not null check (length(subject) between 1 and 200),
  requester        text not null check (length(requester) between 1 and 200),
  acting_for       text check (length(acting_for) between 1 and 200),
  digest           text check (length(digest) between 1 and 200),
  content_type     text,
  details          bytea check (length(details) <= 65536),
  labels           jsonb not null default '{}' check (pg_column_size(labels) <= 8192),
  correlation      text check (length(correlation) between 1 and 200),
  state            text not null default 'pending'
                     check (state in ('pending', 'approved', 'rejected', 'expired', 'withdrawn', 'superseded')),
  -- As many as there are steps.
  version          int not null default 0,
  distinct_voters  boolean not null,
  reject_after     int not null check (reject_after between 1 and 100),
  glass_people     text[] not null,
  glass_groups     text[] not null,
  requested_at     timestamptz not null,
  expires_at       timestamptz not null,
  remind_every     interval check (remind_every >= interval '1 minute'),
  remind_at        timestamptz,
  escalate_at      timestamptz,
  escalate_people  text[] not null,
  escalate_groups  text[] not null,
  escalated        boolean not null default false,
  decided_at       timestamptz,
  decided_by       text,
  reason           text check (length(reason) <= 2000),
  -- What time has done to it could not be said, because what should follow cannot be done: on which occasion, why, how often
  -- that was tried, and until when it is left alone.
  stuck_on         text,
  stuck_because    text check (length(stuck_because) <= 2000),
  stuck_times      int not null default 0,
  stuck_until      timestamptz,
  check ((stuck_on is null) = (stuck_until is null))
);

-- For lists, of which those of a rare state would otherwise walk over all others.
create index approval_state on howdah.approval (state, id);
create index approval_waiting on howdah.approval (expires_at) where state = 'pending';
create index approval_pending on howdah.approval (subject) where state = 'pending';
-- By when each is due for a word, so that those that are left alone are not in the way of others.
create index approval_expiring on howdah.approval (greatest(expires_at, stuck_until)) where state = 'pending';
create index approval_reminding on howdah.approval (greatest(remind_at, stuck_until))
  where state = 'pending' and remind_at is not null;
create index approval_escalating on howdah.approval (greatest(escalate_at, stuck_until))
  where state = 'pending' and escalate_at is not null and not escalated;
create index approval_stuck on howdah.approval (id) where stuck_on is not null;
create index approval_subject on howdah.approval (subject, id);
create index approval_requester on howdah.approval (requester, id);
create index approval_correlation on howdah.approval (correlation) where correlation is not null;
create index approval_labels on howdah.approval using gin (labels jsonb_path_ops);

-- What time has decided is decided, whether or not somebody has said so yet.
create function howdah.approval_state(request howdah.approval) returns text
  language sql stable
  return case when request.state = 'pending' and request.expires_at <= howdah.now() then 'expired' else request.state end;

-- The policy as it was when the request was made.
create table howdah.approval_rule (
  approval_id  bigint not null references howdah.approval on delete cascade,
  number       int not null check (number between 1 and 20),
  name         text not null check (length(name) between 1 and 100),
  needed       int not null check (needed between 1 and 100),
  people       text[] not null,
  groups       text[] not null,
  primary key (approval_id, number),
  check (cardinality(people) + cardinality(groups) between 1 and 1000)
);

-- Nobody votes twice on one version of a request, neither himself nor by two delegates. A void vote was cast on something
-- that has changed since.
create table howdah.approval_vote (
  approval_id  bigint not null references howdah.approval on delete cascade,
  voter        text not null check (length(voter) between 1 and 200),
  for_whom     text not null,
  groups       text[] not null,
  approves     boolean not null,
  comment      text check (length(comment) <= 2000),
  at           timestamptz not null,
  void         boolean not null default false
);

create unique index approval_vote_voter on howdah.approval_vote (approval_id, voter) where not void;
create unique index approval_vote_for on howdah.approval_vote (approval_id, for_whom) where not void;

-- What to do when a request is decided, or when it is time, in the transaction in which that happens: a job to enqueue, a
-- message to send or an event to append. The target is a queue or a topic, the kind that of the job or the type of the event.
create table howdah.approval_continuation (
  approval_id   bigint not null references howdah.approval on delete cascade,
  number        int not null check (number between 1 and 20),
  occasion      text not null
                  check (occasion in ('approved', 'rejected', 'expired', 'withdrawn', 'superseded', 'reminded', 'escalated')),
  does          text not null default 'job' check (does in ('job', 'message', 'event')),
  target        text not null check (length(target) between 1 and 100),
  kind          text check (length(kind) between 1 and 200),
  max_attempts  int,
  timeout       interval,
  key           text,
  given_id      text,
  source        text,
  subject       text,
  schema        text,
  headers       jsonb,
  content_type  text not null,
  payload       bytea not null,
  primary key (approval_id, number),
  check ((kind is null) = (does = 'message')),
  check ((max_attempts is null) = (does <> 'job'))
);

-- Who may vote for whom, and for how long.
create table howdah.approval_delegation (
  id         bigint generated always as identity primary key,
  delegator  text not null check (length(delegator) between 1 and 200),
  groups     text[] not null,
  delegate   text not null check (length(delegate) between 1 and 200),
  from_at    timestamptz not null,
  until      timestamptz not null,
  check (delegator <> delegate),
  check (until > from_at)
);

create index approval_delegation_delegate on howdah.approval_delegation (delegate);
create index approval_delegation_delegator on howdah.approval_delegation (delegator);

-- Every step of a request, each sealed with the one before it.
create table howdah.approval_step (
  approval_id  bigint not null references howdah.approval on delete cascade,
  number       int not null,
  at           timestamptz not null,
  action       text not null,
  actor        text not null,
  acting_for   text,
  comment      text,
  seal         bytea not null,
  primary key (approval_id, number)
);

-- What a step's seal is made of. Frozen: what was sealed must be found whole for as long as it is kept.
create function howdah.approval_seal(before bytea, step howdah.approval_step) returns bytea
  language sql immutable
  return sha256(coalesce(before, ''::bytea) || convert_to(jsonb_build_array(
    step.approval_id, step.number, to_char(step.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), step.action, step.actor,
    step.acting_for, step.comment)::text, 'UTF8'));

create function howdah.approval_step_kept() returns trigger
  language plpgsql
as $$
begin
  -- Retention takes a request with all its steps, and only so.
  if tg_op = 'DELETE' and not exists (select from howdah.approval a where a.id = old.approval_id) then
    return old;
  end if;
  raise exception 'step % of approval % is kept as it is: the history of a decision is only added to',
    old.number, old.approval_id;
end
$$;

create trigger approval_step_kept before update or delete on howdah.approval_step
  for each row execute function howdah.approval_step_kept();

-- Writes down what happened to a request; whoever calls it holds the request's row.
create function howdah.approval_log(wanted bigint, action text, actor text, acting_for text, comment text) returns void
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  step howdah.approval_step;
  before bytea;
begin
  update howdah.approval a set version = a.version + 1 where a.id = wanted returning a.version into step.number;
  select s.seal into before
  from howdah.approval_step s
  where s.approval_id = wanted and s.number = step.number - 1;
  step.approval_id := wanted;
  step.at := howdah.now();
  step.action := action;
  step.actor := actor;
  step.acting_for := acting_for;
  step.comment := comment;
  step.seal := howdah.approval_seal(before, step);
  insert into howdah.approval_step select step.*;
end
$$;

-- The first step of a request that is not as it was written, 0 when some are missing at the end, null when all is whole.
create function howdah.approval_tampered(wanted bigint) returns int
  language sql stable
  return (
    select min(broken)
    from (
      select s.number as broken
      from (select step as row, step.number, lag(step.seal) over (order by step.number) as before,
                   row_number() over (order by step.number) as place
            from howdah.approval_step step
            where step.approval_id = wanted) s
      where (s.row).seal <> howdah.approval_seal(s.before, s.row) or s.number <> s.place
      union all
      select 0
      from howdah.approval a
      where a.id = wanted
        and a.version <> (select count(*) from howdah.approval_step step where step.approval_id = wanted)
    ) found
  );

-- Public: asks for an approval in the caller's transaction. Rules are
-- [{"name": "sre", "needed": 2, "people": ["ada"], "groups": ["sre"]}, …]; continuations are
-- [{"on": "approved", "kind": "deploy", "queue": "default", "payload": {…}}, …].
create function howdah.request_approval(
    subject text, requester text, rules jsonb, expires_after interval default interval '7 days', digest text default null,
    details jsonb default null, labels jsonb default '{}', continuations jsonb default '[]', correlation text default null)
  returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  made bigint;
begin
  if expires_after <= interval '0' then
    raise invalid_parameter_value using message = format('an approval must expire in the future: %s', expires_after);
  end if;
  if jsonb_array_length(rules) = 0 then
    raise invalid_parameter_value using message = 'an approval needs at least one rule';
  end if;
  insert into howdah.approval (subject, requester, digest, content_type, details, labels, correlation, distinct_voters,
                               reject_after, glass_people, glass_groups, requested_at, expires_at, escalate_people,
                               escalate_groups)
  values (subject, requester, digest, case when details is not null then 'application/json' end,
          convert_to(details::text, 'UTF8'), labels, correlation, false, 1, '{}', '{}', howdah.now(),
          howdah.now() + expires_after, '{}', '{}')
  returning id into made;
  insert into howdah.approval_rule (approval_id, number, name, needed, people, groups)
  select made, r.place, r.rule ->> 'name', coalesce((r.rule ->> 'needed')::int, 1),
         array(select jsonb_array_elements_text(coalesce(r.rule -> 'people', '[]'))),
         array(select jsonb_array_elements_text(coalesce(r.rule -> 'groups', '[]')))
  from jsonb_array_elements(rules) with ordinality as r (rule, place);
  insert into howdah.approval_continuation (approval_id, number, occasion, does, target, kind, max_attempts, key,
                                            content_type, payload)
  select made, c.place, c.one ->> 'on', c.does, coalesce(c.one ->> 'topic', c.one ->> 'queue', 'default'),
         coalesce(c.one ->> 'type', c.one ->> 'kind'),
         case when c.does = 'job' then coalesce((c.one ->> 'max_attempts')::int, 20) end, c.one ->> 'key', 'application/json',
         convert_to(coalesce(c.one -> 'payload', 'null')::text, 'UTF8')
  from (
    select o.one, o.place,
           case when o.one ? 'topic' then 'event' when o.one ? 'kind' then 'job' else 'message' end as does
    from jsonb_array_elements(continuations) with ordinality as o (one, place)
  ) c;
  perform howdah.approval_log(made, 'requested', requester, null, null);
  return made;
end
$$;

comment on function howdah.request_approval(text, text, jsonb, interval, text, jsonb, jsonb, jsonb, text) is
  'Public: asks for an approval in your transaction.';
