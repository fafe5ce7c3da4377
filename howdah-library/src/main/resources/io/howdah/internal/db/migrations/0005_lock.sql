-- oldest-compatible: 1
-- Locks: advisory locks of PostgreSQL with names, tokens and a gate; leases as rows. docs/adr/0011 and 0012 say why.
--
-- Errors: HD001 the lock is not held any more, HD002 it is not held by who would release it, HD003 it is held already.

-- Every token comes from here, drawn while the lock is held. Whoever is granted later draws later, so tokens of a name only
-- grow, also when rows of idle names are removed. A cache would break that: it must stay 1.
create sequence howdah.lock_token_seq cache 1;

-- A crash may forget the last numbers that were drawn, and so may a failover. Both empty an unlogged table, and nothing else
-- does: whoever finds it empty jumps far ahead first. So no number is drawn twice, and nobody has to wait for the disk.
-- Processes look every second and whenever they connect, so that it is hardly ever a transaction of somebody else's that has
-- to do it, for which all others would wait.
create unlogged table howdah.lock_epoch (
  began_at  timestamptz not null,
  first     bigint not null
);

-- With the owner's rights: the application's role may draw numbers, and not set from where on.
create function howdah.lock_new_epoch() returns void
  language plpgsql volatile
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  -- Everybody who draws meanwhile waits here, for nobody sees the row before it is committed, the jump with it.
  perform set_config('synchronous_commit', 'on', true);
  lock table howdah.lock_epoch in exclusive mode;
  if not exists (select from howdah.lock_epoch) then
    insert into howdah.lock_epoch (began_at, first)
    select clock_timestamp(), setval('howdah.lock_token_seq', nextval('howdah.lock_token_seq') + (1::bigint << 30));
  end if;
end
$$;

select howdah.lock_new_epoch();

-- The lower ten bits number the holders that one process passes the lock to without giving it back.
create function howdah.lock_token() returns bigint
  language plpgsql volatile
as $$
begin
  if not exists (select from howdah.lock_epoch) then
    perform howdah.lock_new_epoch();
  end if;
  return nextval('howdah.lock_token_seq') << 10;
end
$$;

-- Frozen for ever: processes of different versions and languages must agree on it.
create function howdah.lock_key(namespace text, name text) returns bigint
  language sql immutable strict parallel safe
  return ('x' || encode(substring(sha256(convert_to(namespace, 'UTF8') || '\x00'::bytea || convert_to(name, 'UTF8'))
                                  from 1 for 8), 'hex'))::bit(64)::bigint;

comment on function howdah.lock_key(text, text) is 'Public: the advisory lock key of a name, first 8 bytes of SHA-256.';

-- ASCII only: the case of other letters depends on the version of Unicode, and this is frozen too.
create function howdah.lock_name(name text) returns text
  language sql immutable strict parallel safe
  return lower(btrim(regexp_replace(name, '[ \t\n\v\f\r]+', ' ', 'g'), ' ') collate "C");

comment on function howdah.lock_name(text) is 'Public: a name without differences in case (A to Z) and white space.';

create function howdah.lock_check(namespace text, name text) returns bigint
  language plpgsql immutable
as $$
begin
  if namespace is null or namespace !~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$' then
    raise invalid_parameter_value using message = format('a lock''s namespace has 1 to 100 characters of A-Z a-z 0-9 . _ : / -, '
      'and begins with a letter or digit: %L', left(namespace, 200));
  end if;
  if name is null or length(name) not between 1 and 500 or name ~ '[\x01-\x1f\x7f-\x9f]' then
    raise invalid_parameter_value using message = format('a lock''s name has 1 to 500 characters, none of them a control '
      'character: %L', left(name, 200));
  end if;
  return howdah.lock_key(namespace, name);
end
$$;

create function howdah.lock_check(what text, value interval, shortest interval, longest interval) returns void
  language plpgsql immutable
as $$
begin
  if value is null or value < shortest or value > longest then
    raise invalid_parameter_value using message = format('%s must be from %s to %s: %s', what, shortest, longest,
                                                         coalesce(value::text, 'null'));
  end if;
end
$$;

-- Session locks ---------------------------------------------------------------------------------------------------------

-- What many threads ask of one session, in one round trip. Actions: 0 nothing (is the session alive?), 1 try exclusive,
-- 2 try shared, 3 unlock exclusive, 4 unlock shared. Answers: 1 granted, 0 busy, -1 unlocked, -2 was not held; before them
-- the token of all that were granted, drawn after the last grant: names in one batch differ, so they may share it.
--
-- The gate is the same key in the space of two integers. A transaction that was fenced holds it shared until its end, and a
-- grant needs it for a moment, exclusively: so nobody is granted a lock while a fenced transaction of a former holder may
-- still commit.
--
-- A loop of simple expressions, for these are kept ready from call to call, and the plan of a query is not.
create function howdah.lock_batch(keys bigint[], actions int[]) returns bigint[]
  language plpgsql volatile
as $$
declare
  key bigint;
  action int;
  granted boolean := false;
  answers bigint[] := keys;
begin
  for i in 1..cardinality(keys) loop
    key := keys[i];
    action := actions[i];
    if action = 1 then
      if not pg_try_advisory_lock(key) then
        answers[i] := 0;
      elsif pg_try_advisory_xact_lock((key >> 32)::int, ((key << 32) >> 32)::int) then
        answers[i] := 1;
        granted := true;
      else
        answers[i] := case when pg_advisory_unlock(key) then 0 end;
      end if;
    elsif action = 3 then
      answers[i] := case when pg_advisory_unlock(key) then -1 else -2 end;
    elsif action = 2 then
      if not pg_try_advisory_lock_shared(key) then
        answers[i] := 0;
      elsif pg_try_advisory_xact_lock((key >> 32)::int, ((key << 32) >> 32)::int) then
        answers[i] := 1;
        granted := true;
      else
        answers[i] := case when pg_advisory_unlock_shared(key) then 0 end;
      end if;
    elsif action = 4 then
      answers[i] := case when pg_advisory_unlock_shared(key) then -1 else -2 end;
    else
      answers[i] := 0;
    end if;
  end loop;
  return case when granted then howdah.lock_token() else 0 end || answers;
end
$$;

-- Waits in the server's own queue, where the first to come is the first to be served. Whoever calls it holds nothing else on
-- this session, so that after an error everything can be unlocked: a timeout may be reported although the lock was granted.
create function howdah.lock_wait(key bigint, shared boolean, patience interval) returns bigint
  language plpgsql volatile
as $$
begin
  perform set_config('lock_timeout', greatest(1, ceil(extract(epoch from patience) * 1000))::bigint::text, true);
  if shared then
    perform pg_advisory_lock_shared(key);
  else
    perform pg_advisory_lock(key);
  end if;
  perform pg_advisory_xact_lock((key >> 32)::int, ((key << 32) >> 32)::int);
  return howdah.lock_token();
end
$$;

-- Which server and database a session is on: an advisory lock means nothing elsewhere, on a promoted standby for instance.
create function howdah.lock_server() returns text
  language sql stable
  return (select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint || '/' || oid
          from pg_database where datname = current_database());

-- The half of fence() that is done in the protected transaction; the other is to see that the lock's session is alive.
create function howdah.lock_gate(namespace text, name text, server text) returns void
  language plpgsql volatile
as $$
declare
  key bigint := howdah.lock_key(namespace, name);
begin
  if howdah.lock_server() <> server then
    perform howdah.lock_refuse(namespace, name, 'the transaction is on another server or database than the lock');
  end if;
  perform pg_advisory_xact_lock_shared((key >> 32)::int, ((key << 32) >> 32)::int);
end
$$;

-- Raises, so that the transaction cannot commit any more, whatever its owner does.
create function howdah.lock_refuse(namespace text, name text, why text) returns void
  language plpgsql volatile
as $$
begin
  raise exception using errcode = 'HD001', message = format('lock %s/%s is lost: %s', namespace, name, why);
end
$$;

-- Which names the sessions' keys have. Short locks never come here: a process writes down every second what it has held for
-- longer. Rows say nothing about whether a lock is held: pg_locks does.
create table howdah.lock_session (
  key        bigint not null,
  backend    int not null,
  namespace  text not null,
  name       text not null,
  shared     boolean not null,
  token      bigint not null,
  member     uuid,
  since      timestamptz not null,
  primary key (key, backend)
) with (fillfactor = 50);

comment on table howdah.lock_session is 'Private. Read howdah.lock_holders.';

-- The advisory locks of this database, with the key as one number.
create function howdah.lock_advisory() returns table (key bigint, backend int, shared boolean, granted boolean)
  language sql volatile
as $$
  select (l.classid::bigint << 32) | l.objid::bigint, l.pid, l.mode = 'ShareLock', l.granted
  from pg_locks l
  where l.locktype = 'advisory'
    and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database());
$$;

create function howdah.lock_is_mine(wanted bigint) returns boolean
  language sql volatile
  return exists (select from howdah.lock_advisory() a where a.key = wanted and a.backend = pg_backend_pid() and a.granted);

-- Public session locks for any language. They belong to the session, so they want a direct connection, not a pooler's.

create function howdah.try_lock(namespace text, name text, mode text default 'exclusive') returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  key bigint := howdah.lock_prepare(namespace, name, mode);
  answer bigint[] := howdah.lock_batch(array[key], array[case mode when 'shared' then 2 else 1 end]);
begin
  return case when answer[2] = 1 then howdah.lock_note(key, namespace, name, mode, answer[1]) end;
end
$$;

comment on function howdah.try_lock(text, text, text) is
  'Public: a session lock if it is free, without waiting: its token, or null. Mode exclusive or shared. Not re-entrant.';

create function howdah.lock(namespace text, name text, patience interval, mode text default 'exclusive') returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  key bigint := howdah.lock_prepare(namespace, name, mode);
  before text := current_setting('lock_timeout');
  token bigint;
begin
  perform howdah.lock_check('patience', patience, interval '1 millisecond', interval '24 hours');
  begin
    token := howdah.lock_wait(key, mode = 'shared', patience);
    perform set_config('lock_timeout', before, true);
  exception when lock_not_available then
    -- It may have been granted nevertheless.
    while howdah.lock_is_mine(key) loop
      perform case mode when 'shared' then pg_advisory_unlock_shared(key) else pg_advisory_unlock(key) end;
    end loop;
    return null;
  end;
  return howdah.lock_note(key, namespace, name, mode, token);
end
$$;

comment on function howdah.lock(text, text, interval, text) is
  'Public: a session lock, waited for: its token, or null when patience ended. Mode exclusive or shared. Not re-entrant.';

create function howdah.unlock(namespace text, name text, mode text default 'exclusive') returns void
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  key bigint := howdah.lock_check(namespace, name);
begin
  if not (case mode when 'shared' then pg_advisory_unlock_shared(key) else pg_advisory_unlock(key) end) then
    raise exception using errcode = 'HD002', message = format('lock %s/%s is not held by this session', namespace, name);
  end if;
  delete from howdah.lock_session s where s.key = key and s.backend = pg_backend_pid();
end
$$;

comment on function howdah.unlock(text, text, text) is 'Public: releases a session lock of this session; an error if it has none.';

create function howdah.lock_prepare(namespace text, name text, mode text) returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  key bigint := howdah.lock_check(namespace, name);
begin
  if mode is null or mode not in ('exclusive', 'shared') then
    raise invalid_parameter_value using message = format('a lock''s mode is exclusive or shared: %L', mode);
  end if;
  if howdah.lock_is_mine(key) then
    raise exception using errcode = 'HD003', message = format('lock %s/%s is held by this session already', namespace, name);
  end if;
  return key;
end
$$;

create function howdah.lock_note(key bigint, namespace text, name text, mode text, token bigint) returns bigint
  language sql volatile
as $$
  insert into howdah.lock_session as s (key, backend, namespace, name, shared, token, since)
  values (lock_note.key, pg_backend_pid(), lock_note.namespace, lock_note.name, mode = 'shared', lock_note.token, clock_timestamp())
  on conflict (key, backend) do update
    set namespace = excluded.namespace, name = excluded.name, shared = excluded.shared, token = excluded.token,
        member = null, since = excluded.since
  returning s.token;
$$;

-- Transaction locks -----------------------------------------------------------------------------------------------------

create function howdah.try_lock_in_transaction(namespace text, name text) returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  key bigint := howdah.lock_check(namespace, name);
begin
  begin
    if pg_try_advisory_xact_lock(key)
       and pg_try_advisory_xact_lock((key >> 32)::int, ((key << 32) >> 32)::int) then
      return howdah.lock_token();
    end if;
    -- The first may have been had without the second; going back gives it up.
    raise lock_not_available;
  exception when lock_not_available then
    return null;
  end;
end
$$;

comment on function howdah.try_lock_in_transaction(text, text) is
  'Public: the lock until your transaction ends, if it is free: its token, or null. Excludes session locks of the same name.';

create function howdah.lock_in_transaction(namespace text, name text, patience interval) returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  key bigint := howdah.lock_check(namespace, name);
  before text := current_setting('lock_timeout');
begin
  perform howdah.lock_check('patience', patience, interval '1 millisecond', interval '24 hours');
  begin
    perform set_config('lock_timeout', greatest(1, ceil(extract(epoch from patience) * 1000))::bigint::text, true);
    perform pg_advisory_xact_lock(key);
    perform pg_advisory_xact_lock((key >> 32)::int, ((key << 32) >> 32)::int);
    perform set_config('lock_timeout', before, true);
  exception when lock_not_available then
    return null;
  end;
  return howdah.lock_token();
end
$$;

comment on function howdah.lock_in_transaction(text, text, interval) is
  'Public: the lock until your transaction ends, waited for: its token, or null when patience ended.';

-- Leases ----------------------------------------------------------------------------------------------------------------

-- A row per permit. Others may have it from free_at on: when it is released, or its delay after it expired. No index on what
-- changes, so renewals are HOT. A fence takes the row "for key share", which renewals do not mind and grants, which take it
-- "for update", do: so a grant waits for fenced transactions, and renewals do not.
create table howdah.lock_lease (
  namespace    text not null,
  name         text not null,
  permit       int not null check (permit between 1 and 1000),
  token        bigint not null,
  held         boolean not null,
  owner        text not null check (length(owner) between 1 and 200),
  member       uuid,
  acquired_at  timestamptz not null,
  expires_at   timestamptz not null,
  free_at      timestamptz not null,
  delay        interval not null,
  min_hold     interval not null,
  primary key (namespace, name, permit)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

comment on table howdah.lock_lease is 'Private. Read howdah.lock_holders.';

-- Which processes wait for a lease, so that releases nobody waits for need not be announced.
create table howdah.lock_waiter (
  namespace  text not null,
  name       text not null,
  member     uuid not null,
  since      timestamptz not null,
  until      timestamptz not null,
  primary key (namespace, name, member)
) with (fillfactor = 50);

comment on table howdah.lock_waiter is 'Private. Read howdah.lock_holders.';

-- Public. When it is busy the token is null, and free_in says when it is worth another try at the latest.
create function howdah.acquire_lease(
    namespace text, name text, owner text, ttl interval, permits int default 1, delay interval default '0',
    min_hold interval default '0', member uuid default null,
    out token bigint, out expires_at timestamptz, out free_in interval)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  now timestamptz := howdah.now();
  slot int;
begin
  perform howdah.lock_check(namespace, name);
  perform howdah.lock_check('ttl', ttl, interval '500 milliseconds', interval '7 days');
  perform howdah.lock_check('delay', delay, interval '0', interval '1 hour');
  perform howdah.lock_check('min_hold', min_hold, interval '0', interval '7 days');
  if permits is null or permits not between 1 and 1000 then
    raise invalid_parameter_value using message = format('permits must be from 1 to 1000: %s', permits);
  end if;
  for attempt in 1..2 loop
    select l.permit into slot
    from howdah.lock_lease l
    where l.namespace = namespace and l.name = name and l.permit <= permits and l.free_at <= now
    order by l.permit
    limit 1
    for update skip locked;
    if found then
      token := howdah.lock_token();
      expires_at := now + ttl;
      update howdah.lock_lease l
      set token = token, held = true, owner = owner, member = member, acquired_at = now, expires_at = expires_at,
          free_at = now + ttl + delay, delay = delay, min_hold = min_hold
      where l.namespace = namespace and l.name = name and l.permit = slot;
      return;
    end if;
    select min(g) into slot
    from generate_series(1, permits) g
    where not exists (select from howdah.lock_lease l where l.namespace = namespace and l.name = name and l.permit = g);
    exit when slot is null;
    insert into howdah.lock_lease as l (namespace, name, permit, token, held, owner, member, acquired_at, expires_at, free_at,
                                        delay, min_hold)
    values (namespace, name, slot, howdah.lock_token(), true, owner, member, now, now + ttl, now + ttl + delay, delay, min_hold)
    on conflict do nothing
    returning l.token, l.expires_at into token, expires_at;
    if found then
      return;
    end if;
  end loop;
  token := null;
  free_in := greatest(interval '0', (select min(l.free_at) from howdah.lock_lease l
                                     where l.namespace = namespace and l.name = name and l.permit <= permits) - now);
end
$$;

comment on function howdah.acquire_lease(text, text, text, interval, int, interval, interval, uuid) is
  'Public: a lease if it is free, else a null token and when to come back. Renew it before it expires.';

-- All leases of a process in one statement; the answer names those that are still theirs.
create function howdah.lock_renew(namespaces text[], names text[], tokens bigint[], ttls interval[]) returns bigint[]
  language sql volatile
as $$
  with renewed as (
    update howdah.lock_lease l
    set expires_at = howdah.now() + u.ttl,
        free_at = howdah.now() + u.ttl + l.delay
    from unnest(namespaces, names, tokens, ttls) as u(namespace, name, token, ttl)
    where l.namespace = u.namespace
      and l.name = u.name
      and l.token = u.token
      and l.held
      and l.expires_at > howdah.now()
    returning l.token
  )
  select coalesce(array_agg(token), '{}') from renewed;
$$;

create function howdah.renew_lease(namespace text, name text, token bigint, ttl interval) returns timestamptz
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  until timestamptz;
begin
  perform howdah.lock_check('ttl', ttl, interval '500 milliseconds', interval '7 days');
  update howdah.lock_lease l
  set expires_at = howdah.now() + ttl, free_at = howdah.now() + ttl + l.delay
  where l.namespace = namespace and l.name = name and l.token = token and l.held and l.expires_at > howdah.now()
  returning l.expires_at into until;
  if not found then
    perform howdah.lock_refuse(namespace, name, format('no lease with token %s is held', token));
  end if;
  return until;
end
$$;

comment on function howdah.renew_lease(text, text, bigint, interval) is
  'Public: lets a lease last for ttl from now, and answers until when; an error if it is not held with that token any more.';

-- The answer says whether anybody waits: then the topic is worth a signal.
create function howdah.release_lease(namespace text, name text, token bigint) returns boolean
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  update howdah.lock_lease l
  set held = false, expires_at = howdah.now(), free_at = greatest(howdah.now(), l.acquired_at + l.min_hold)
  where l.namespace = namespace and l.name = name and l.token = token and l.held and l.expires_at > howdah.now();
  if not found then
    perform howdah.lock_refuse(namespace, name, format('no lease with token %s is held', token));
  end if;
  return exists (select from howdah.lock_waiter w
                 where w.namespace = namespace and w.name = name and w.until > clock_timestamp());
end
$$;

comment on function howdah.release_lease(text, text, bigint) is
  'Public: releases a lease; an error if it is not held with that token any more. True when somebody waits for it.';

-- Works in any isolation level. READ COMMITTED: if a grant has the row, this waits for it, reads the row again and finds
-- another token; if this has the row, grants pass it over until the transaction ends.
create function howdah.fence_lease(namespace text, name text, token bigint) returns void
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  perform from howdah.lock_lease l
  where l.namespace = namespace and l.name = name and l.token = token and l.held and l.expires_at > howdah.now()
  for key share;
  if not found then
    perform howdah.lock_refuse(namespace, name, format('no lease with token %s is held', token));
  end if;
end
$$;

comment on function howdah.fence_lease(text, text, bigint) is
  'Public: in your transaction: an error unless the lease is held with that token, and nobody else is granted it until you end.';

-- Looking, and ending -----------------------------------------------------------------------------------------------------

create function howdah.lock_also_held(of_backend int, but bigint) returns text[]
  language sql volatile
  return (select coalesce(array_agg(coalesce(s.namespace || '/' || s.name, 'key ' || a.key) order by s.namespace, s.name, a.key),
                          '{}')
          from howdah.lock_advisory() a
          left join howdah.lock_session s on s.key = a.key and s.backend = a.backend
          where a.backend = of_backend and a.granted and a.key <> but);

create view howdah.lock_holders as
  with advisory as materialized (select * from howdah.lock_advisory())
  select s.namespace, s.name, case when s.key is null then 'unnamed' else 'session' end as kind, a.key,
         a.shared, coalesce(m.name, p.usename::text) as member, coalesce(m.host, host(p.client_addr)) as host, m.pid,
         a.backend, s.since, s.token, null::timestamptz as expires_at,
         (select count(*) from advisory w where w.key = a.key and not w.granted) as waiters,
         concat_ws(', ', p.state, p.wait_event, left(p.query, 200)) as doing
  from advisory a
  left join howdah.lock_session s on s.key = a.key and s.backend = a.backend
  left join howdah.member m on m.id = s.member
  left join pg_stat_activity p on p.pid = a.backend
  where a.granted
  union all
  select l.namespace, l.name, 'lease', howdah.lock_key(l.namespace, l.name), false, coalesce(m.name, l.owner), m.host, m.pid,
         null, l.acquired_at, l.token, l.expires_at,
         (select count(*) from howdah.lock_waiter w
          where w.namespace = l.namespace and w.name = l.name and w.until > clock_timestamp()),
         null
  from howdah.lock_lease l
  left join howdah.member m on m.id = l.member
  where l.held and l.expires_at > howdah.now();

comment on view howdah.lock_holders is
  'Public: who holds what. Session locks have their names a second after they were taken; unnamed are other advisory locks.';

create table howdah.lock_audit (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  namespace  text not null,
  name       text not null,
  kind       text not null check (kind in ('session', 'lease')),
  token      bigint,
  holder     text,
  backend    int,
  also_lost  text[] not null,
  actor      text not null check (length(actor) between 1 and 200),
  reason     text not null check (length(reason) between 1 and 2000)
);

comment on table howdah.lock_audit is 'Private. Read howdah.forced_releases.';

create view howdah.forced_releases as
  select at, namespace, name, kind, token, holder, backend, also_lost, actor, reason
  from howdah.lock_audit;

comment on view howdah.forced_releases is 'Public: which locks were taken from their holders, by whom and why.';

-- Public. Of a session lock it ends the whole session, whose other locks are named in also_lost and are lost with it.
create function howdah.force_release(wanted_namespace text, wanted_name text, by_actor text, for_reason text)
  returns setof howdah.forced_releases
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted bigint := howdah.lock_check(wanted_namespace, wanted_name);
  leases bigint[];
  sessions bigint[];
begin
  if coalesce(by_actor, '') = '' or coalesce(for_reason, '') = '' then
    raise invalid_parameter_value using message = 'a forced release wants an actor and a reason';
  end if;
  with taken as (
    update howdah.lock_lease l
    set held = false, token = howdah.lock_token(), expires_at = howdah.now(), free_at = howdah.now()
    from (select permit, token, owner from howdah.lock_lease
          where namespace = wanted_namespace and name = wanted_name and held and expires_at > howdah.now()) as before
    where l.namespace = wanted_namespace and l.name = wanted_name and l.permit = before.permit and l.token = before.token
    returning before.token, before.owner
  ), noted as (
    insert into howdah.lock_audit (at, namespace, name, kind, token, holder, also_lost, actor, reason)
    select howdah.now(), wanted_namespace, wanted_name, 'lease', taken.token, taken.owner, '{}', by_actor, for_reason
    from taken
    returning id
  )
  select array_agg(id) into leases from noted;
  with noted as (
    insert into howdah.lock_audit (at, namespace, name, kind, token, holder, backend, also_lost, actor, reason)
    select howdah.now(), wanted_namespace, wanted_name, 'session', s.token, m.name, a.backend,
           howdah.lock_also_held(a.backend, wanted), by_actor, for_reason
    from howdah.lock_advisory() a
    left join howdah.lock_session s on s.key = a.key and s.backend = a.backend
    left join howdah.member m on m.id = s.member
    where a.key = wanted and a.granted and a.backend <> pg_backend_pid()
    returning id
  )
  select array_agg(id) into sessions from noted;
  perform pg_terminate_backend(backend) from howdah.lock_audit where id = any(sessions);
  return query
    select at, namespace, name, kind, token, holder, backend, also_lost, actor, reason
    from howdah.lock_audit
    where id = any(leases || sessions)
    order by id;
end
$$;

comment on function howdah.force_release(text, text, text, text) is
  'Public: takes a lock from its holders, with a reason that is written down. Of a session lock it ends the whole session.';

-- Rows of sessions that are gone, of leases nobody has wanted for a day, of waits that ended without saying so.
create function howdah.lock_tidy(keep_audit interval) returns void
  language plpgsql volatile
as $$
begin
  delete from howdah.lock_session s
  where not exists (select from howdah.lock_advisory() a where a.key = s.key and a.backend = s.backend and a.granted);
  delete from howdah.lock_lease l
  using (select namespace, name, permit from howdah.lock_lease
         where free_at < howdah.now() - interval '1 day'
         limit 10000 for update skip locked) as idle
  where l.namespace = idle.namespace and l.name = idle.name and l.permit = idle.permit;
  delete from howdah.lock_waiter where until < clock_timestamp() - interval '1 minute';
  delete from howdah.lock_audit where at < howdah.now() - keep_audit;
end
$$;
