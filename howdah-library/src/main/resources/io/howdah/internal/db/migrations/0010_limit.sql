-- oldest-compatible: 1
-- Rate limits: what a policy allows, what each of its keys has used, and the throttling of logins.
-- Times are nanoseconds since 1970: a token of "3 per second" is not a whole number of microseconds.

-- What a policy allows. A policy that changes gets a row, and so counts, of its own: two versions of a program that run at the
-- same time do not misread each other's.
create table howdah.limit_policy (
  id          int generated always as identity primary key,
  name        text not null check (length(name) between 1 and 100),
  durable     boolean not null,
  -- How long after it was counted a token may be used: the length of a lease.
  slack       bigint not null check (slack between 0 and 1000000000),
  counts      bigint[] not null check (cardinality(counts) between 1 and 4 and 0 < all (counts)),
  periods     bigint[] not null check (cardinality(periods) = cardinality(counts) and 1000000 <= all (periods)),
  -- Of a window how many slices are remembered; 0: a bucket.
  slices      int[] not null check (cardinality(slices) = cardinality(counts)),
  defined_at  timestamptz not null default howdah.now(),
  unique (name, durable, slack, counts, periods, slices)
);

comment on table howdah.limit_policy is 'Private.';

-- What a key has used. No row is the same as nothing used. Of a bucket the state is when it will be full again; of a window it
-- is the number of its newest slice, followed by the counts of all its slices, oldest first.
-- Rewritten all the time, so with room for HOT updates and no index on what changes.
create table howdah.limit_state (
  durable    boolean not null,
  policy_id  int not null,
  key        text not null check (length(key) between 1 and 200),
  state      bigint[] not null,
  full_at    bigint not null,
  primary key (policy_id, key, durable)
) partition by list (durable);

comment on table howdah.limit_state is 'Private.';

-- Emptied by a crash of the server and not replicated, and an order of magnitude cheaper for it.
create unlogged table howdah.limit_state_fast partition of howdah.limit_state for values in (false)
  with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

create table howdah.limit_state_kept partition of howdah.limit_state for values in (true)
  with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

create function howdah.limit_clock() returns bigint
  language sql volatile
  return (extract(epoch from howdah.now()) * 1000000000)::bigint;

-- The number of a policy that allows exactly this, made if it is new.
create function howdah.limit_define(
    name text, durable boolean, slack bigint, counts bigint[], periods bigint[], slices int[])
  returns int
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  found_id int;
begin
  -- Whoever defines it last has the current one, for take().
  update howdah.limit_policy p set defined_at = howdah.now()
  where p.name = name and p.durable = durable and p.slack = slack and p.counts = counts and p.periods = periods
    and p.slices = slices
    and exists (select from howdah.limit_policy o where o.name = name and o.id <> p.id and o.defined_at > p.defined_at);
  loop
    select p.id into found_id
    from howdah.limit_policy p
    where p.name = name and p.durable = durable and p.slack = slack and p.counts = counts and p.periods = periods
      and p.slices = slices;
    if found then
      return found_id;
    end if;
    insert into howdah.limit_policy (name, durable, slack, counts, periods, slices)
    values (name, durable, slack, counts, periods, slices)
    on conflict do nothing;
  end loop;
end
$$;

-- The state as it is at this time: buckets have filled, slices have left their window. An hour is as far ahead as tokens can
-- be reserved; what is further ahead was written before the clock was put back, and must not lock anybody out for longer.
create function howdah.limit_present(policy howdah.limit_policy, state bigint[], at bigint) returns bigint[]
  language plpgsql immutable
as $$
declare
  present bigint[] := '{}';
  pos int := 1;
  unit bigint;
  slice bigint;
  kept int;
  passed int;
begin
  for i in 1 .. cardinality(policy.counts) loop
    kept := policy.slices[i];
    if kept = 0 then
      present := present || least(greatest(state[pos], at), at + policy.periods[i] + 3600000000000);
      pos := pos + 1;
      continue;
    end if;
    unit := (policy.periods[i] + 19) / 20;
    slice := at / unit;
    if state is null or slice - state[pos] >= kept then
      present := present || slice || array_fill(0::bigint, array[kept]);
    elsif state[pos] - slice > kept then
      present := present || slice || state[pos + 1 : pos + kept];
    else
      passed := greatest(slice - state[pos], 0);
      present := present || (state[pos] + passed) || state[pos + 1 + passed : pos + kept]
                 || array_fill(0::bigint, array[passed]);
    end if;
    pos := pos + 1 + kept;
  end loop;
  return present;
end
$$;

-- What becomes of one line of checks.
create type howdah.limit_verdict as (
  state    bigint[],  -- the new one; null: nothing was taken
  granted  int,       -- how many of the checks
  extra    bigint,    -- tokens taken ahead
  room     bigint,    -- tokens that are left
  wait     bigint,    -- until one more of this cost could be granted
  delay    bigint,    -- before what was reserved may be used
  full_at  bigint
);

-- Grants as many of :count checks as there is room for, each of this cost, and then up to :extra tokens, but never more than
-- a quarter of what is left, for others want some too. Of a bucket the room is as large as it will be :ahead from now.
-- :used has been spent already, whatever the room.
create function howdah.limit_judge(
    policy howdah.limit_policy, state bigint[], at bigint, cost bigint, count int, ahead bigint, extra bigint, used bigint)
  returns howdah.limit_verdict
  language plpgsql immutable
as $$
#variable_conflict use_variable
declare
  next bigint[] := howdah.limit_present(policy, state, at);
  v howdah.limit_verdict;
  room bigint := 9000000000000000000;
  tokens bigint;
  pos int := 1;
  token bigint;
  capacity bigint;
  kept int;
  unit bigint;
  needed bigint;
begin
  for i in 1 .. cardinality(policy.counts) loop
    kept := policy.slices[i];
    if kept = 0 then
      token := (policy.periods[i] + policy.counts[i] - 1) / policy.counts[i];
      next[pos] := next[pos] + used * token;
      room := least(room, (policy.counts[i] * token - policy.slack + ahead + at - next[pos]) / token);
    else
      next[pos + kept] := next[pos + kept] + used;
      room := least(room, policy.counts[i] - (select sum(c) from unnest(next[pos + 1 : pos + kept]) c));
    end if;
    pos := pos + 1 + kept;
  end loop;
  room := greatest(room, 0);
  v.granted := least(count, room / cost);
  v.extra := case when v.granted = count then least(extra, (room - v.granted * cost) / 4) else 0 end;
  tokens := v.granted * cost + v.extra;

  v.room := 9000000000000000000;
  v.wait := 0;
  v.delay := 0;
  v.full_at := at;
  pos := 1;
  for i in 1 .. cardinality(policy.counts) loop
    kept := policy.slices[i];
    if kept = 0 then
      token := (policy.periods[i] + policy.counts[i] - 1) / policy.counts[i];
      capacity := policy.counts[i] * token - policy.slack;
      next[pos] := next[pos] + tokens * token;
      v.room := least(v.room, (capacity + at - next[pos]) / token);
      v.delay := greatest(v.delay, next[pos] - at - capacity);
      v.wait := greatest(v.wait, next[pos] - at + cost * token - capacity - ahead);
      v.full_at := greatest(v.full_at, next[pos]);
    else
      unit := (policy.periods[i] + 19) / 20;
      next[pos + kept] := next[pos + kept] + tokens;
      needed := cost - policy.counts[i] + (select sum(c) from unnest(next[pos + 1 : pos + kept]) c);
      v.room := least(v.room, cost - needed);
      for q in 1 .. kept loop
        if next[pos + q] > 0 then
          if needed > 0 then
            v.wait := greatest(v.wait, (next[pos] + q) * unit - at);
            needed := needed - next[pos + q];
          end if;
          v.full_at := greatest(v.full_at, (next[pos] + q) * unit);
        end if;
      end loop;
    end if;
    pos := pos + 1 + kept;
  end loop;
  v.room := greatest(v.room, 0);
  if used + tokens > 0 then
    v.state := next;
  end if;
  return v;
end
$$;

-- Judges lines of checks of one policy, each against the state of its key. Lines come ordered by key, so that two batches never
-- wait for each other in a circle. What is not granted is not written. The first look takes no lock: if the state is another
-- one when it is to be replaced, the second look does.
-- A key that somebody's open transaction holds must not hold up the others for long.
create function howdah.limit_take(
    policy_id int, keys text[], costs bigint[], counts int[], aheads bigint[], extras bigint[], useds bigint[])
  returns table (granted int, extra bigint, room bigint, wait bigint, delay bigint, full_in bigint, at bigint)
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan
  set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  p howdah.limit_policy;
  v howdah.limit_verdict;
  held bigint[];
  locked boolean;
begin
  select * into strict p from howdah.limit_policy l where l.id = policy_id;
  for i in 1 .. cardinality(keys) loop
    locked := false;
    loop
      if locked then
        select s.state into held from howdah.limit_state s
        where s.policy_id = p.id and s.key = keys[i] and s.durable = p.durable
        for update;
      else
        select s.state into held from howdah.limit_state s
        where s.policy_id = p.id and s.key = keys[i] and s.durable = p.durable;
      end if;
      -- After the look: what others wrote has an earlier time.
      at := howdah.limit_clock();
      v := howdah.limit_judge(p, held, at, costs[i], counts[i], aheads[i], extras[i], useds[i]);
      exit when v.state is null;
      if held is null then
        insert into howdah.limit_state (durable, policy_id, key, state, full_at)
        values (p.durable, p.id, keys[i], v.state, v.full_at)
        on conflict do nothing;
      else
        update howdah.limit_state s set state = v.state, full_at = v.full_at
        where s.policy_id = p.id and s.key = keys[i] and s.durable = p.durable and s.state = held;
      end if;
      exit when found;
      locked := true;
    end loop;
    granted := v.granted;
    extra := v.extra;
    room := v.room;
    wait := v.wait;
    delay := v.delay;
    full_in := v.full_at - at;
    return next;
  end loop;
end
$$;

-- Gives back tokens that were taken at a time and not used. A bucket gets those that it has not refilled since, a window those
-- whose slice has not left it: so no period has more than if they had never been taken.
create function howdah.limit_refund(policy_id int, refunded text, cost bigint, taken_at bigint) returns boolean
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan
  set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  p howdah.limit_policy;
  held bigint[];
  present bigint;
  next bigint[];
  pos int := 1;
  kept int;
  place int;
begin
  select * into strict p from howdah.limit_policy l where l.id = policy_id;
  select s.state into held from howdah.limit_state s
  where s.policy_id = p.id and s.key = refunded and s.durable = p.durable
  for update;
  if not found then
    return false;
  end if;
  present := howdah.limit_clock();
  next := howdah.limit_present(p, held, present);
  for i in 1 .. cardinality(p.counts) loop
    kept := p.slices[i];
    if kept = 0 then
      next[pos] := greatest(present, next[pos]
        - greatest(0, cost * ((p.periods[i] + p.counts[i] - 1) / p.counts[i]) - greatest(0, present - taken_at)));
    else
      place := kept - next[pos] + taken_at / ((p.periods[i] + 19) / 20);
      if place between 1 and kept then
        next[pos + place] := greatest(0, next[pos + place] - cost);
      end if;
    end if;
    pos := pos + 1 + kept;
  end loop;
  update howdah.limit_state s set state = next
  where s.policy_id = p.id and s.key = refunded and s.durable = p.durable;
  return true;
end
$$;

-- How far the longer of the two tables reaches.
create function howdah.limit_pages() returns bigint
  language sql volatile
  return greatest(pg_relation_size('howdah.limit_state_fast'::regclass), pg_relation_size('howdah.limit_state_kept'::regclass))
         / current_setting('block_size')::int;

-- Public: defines a policy for callers that are not Java. A window counts exactly, in every period; a bucket allows a burst.
create function howdah.define_limit(
    name text, counts bigint[], periods interval[], windows boolean[] default null, durable boolean default false)
  returns int
  language sql volatile
  return howdah.limit_define(
    name, durable, 0, counts,
    (select array_agg((extract(epoch from p) * 1000000000)::bigint order by n) from unnest(periods) with ordinality as u (p, n)),
    (select array_agg(case when coalesce(windows[n], false) then 21 else 0 end order by n)
     from generate_subscripts(counts, 1) as n));

comment on function howdah.define_limit(text, bigint[], interval[], boolean[], boolean) is
  'Public: defines a rate limit by its name. Processes that use a RateLimit define theirs by themselves.';

-- Public: takes tokens from any language. Call it on its own: its row stays locked until your transaction ends.
create function howdah.take(
    policy text, key text, cost bigint default 1,
    out granted boolean, out remaining bigint, out retry_after interval, out full_after interval)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  p howdah.limit_policy;
  v record;
begin
  select * into p from howdah.limit_policy l where l.name = policy order by l.defined_at desc, l.id desc limit 1;
  if not found then
    raise undefined_object using message = format('there is no rate limit named %s', policy),
      hint = 'Define it by howdah.define_limit.';
  end if;
  if cost is null or cost < 1 or cost > (select min(c) from unnest(p.counts) c) then
    raise invalid_parameter_value using
      message = format('a cost of %s can never be granted by the rate limit %s', cost, policy);
  end if;
  select * into strict v
  from howdah.limit_take(p.id, array[key], array[cost], array[1], array[0::bigint], array[0::bigint], array[0::bigint]);
  granted := v.granted = 1;
  remaining := v.room;
  retry_after := case when granted then interval '0' else v.wait / 1000 * interval '1 microsecond' end;
  full_after := v.full_in / 1000 * interval '1 microsecond';
end
$$;

comment on function howdah.take(text, text, bigint) is
  'Public: takes tokens of a rate limit, or says when to come back. Call it on its own, not inside a long transaction.';

-- Logins. Accounts, addresses and devices are SHA-256, in hexadecimal.

-- What one client has tried on one account, and when it may try again.
create table howdah.login_failure (
  account   text not null check (length(account) = 64),
  client    text not null check (length(client) = 64),
  failures  int not null,
  until     timestamptz not null,
  last_at   timestamptz not null,
  primary key (account, client)
) with (fillfactor = 50);

-- From where an account has been logged in to.
create table howdah.login_known (
  account  text not null check (length(account) = 64),
  client   text not null check (length(client) = 64),
  last_at  timestamptz not null,
  primary key (account, client)
);

comment on table howdah.login_failure is 'Private.';
comment on table howdah.login_known is 'Private.';

-- How long to wait after this many failures: nothing for the free ones, then twice as long each time.
create function howdah.login_delay(failures int, free int, first interval, longest interval) returns interval
  language sql immutable
  return case when failures < free then interval '0'
              else least(longest, first * 2 ^ least(failures - free, 30)) end;

-- Counts an attempt as failed before anybody knows whether it is, or refuses it and counts nothing. A client is a device that
-- has logged in to this account before, else an address. The limits of addresses, of accounts and of all together are for
-- strangers: who has logged in from here before is not kept out by others.
create function howdah.login_attempt(
    account text, address text, device text, policies int[],
    free int, first interval, longest interval, forget interval, known_for interval,
    out refused text, out wait interval, out at bigint, out client text, out counted boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  present timestamptz := howdah.now();
  keys text[] := array[address, account, 'everybody'];
  reasons text[] := '{address, account, everybody}';
  blocked_until timestamptz;
  v record;
begin
  at := howdah.limit_clock();
  select k.client into client
  from howdah.login_known k
  where k.account = account and k.client in (device, address) and k.last_at > present - known_for
  order by k.client = device desc nulls last
  limit 1;
  counted := client is null;
  client := coalesce(client, address);

  select l.until into blocked_until from howdah.login_failure l where l.account = account and l.client = client;
  if blocked_until > present then
    refused := 'delay';
    wait := blocked_until - present;
    return;
  end if;
  for i in 1 .. case when counted then 3 else 0 end loop
    select * into v
    from howdah.limit_take(policies[i], array[keys[i]], '{1}', '{0}', '{0}', '{0}', '{0}');
    if v.wait > 0 then
      refused := reasons[i];
      wait := v.wait / 1000 * interval '1 microsecond';
      return;
    end if;
  end loop;

  insert into howdah.login_failure as l (account, client, failures, until, last_at)
  values (account, client, 1, present + howdah.login_delay(1, free, first, longest), present)
  on conflict on constraint login_failure_pkey do update
    set failures = case when l.last_at < present - forget then 1 else l.failures + 1 end,
        until = present + howdah.login_delay(
          case when l.last_at < present - forget then 1 else l.failures + 1 end, free, first, longest),
        last_at = present
    where l.until <= present;
  if not found then
    -- Another attempt of the same client came first.
    refused := 'delay';
    wait := first;
    return;
  end if;
  begin
    for i in 1 .. case when counted then 3 else 0 end loop
      select * into v
      from howdah.limit_take(policies[i], array[keys[i]], '{1}', '{1}', '{0}', '{0}', '{0}');
      if v.granted = 0 then
        refused := reasons[i];
        wait := v.wait / 1000 * interval '1 microsecond';
        raise sqlstate 'HW001';
      end if;
    end loop;
  exception
    -- Others were faster: nothing that was taken here stays taken.
    when sqlstate 'HW001' then null;
  end;
end
$$;

-- The attempt did not fail. What this client had failed at on this account is forgotten; of addresses, of accounts and of all
-- together this attempt alone is given back: whoever has one account of his own cannot wipe out what he tried on others.
create function howdah.login_success(
    account text, address text, device text, policies int[], tried_at bigint, client text, counted boolean)
  returns void
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  delete from howdah.login_failure l where l.account = account and l.client in (client, address, device);
  insert into howdah.login_known as k (account, client, last_at)
  select account, c, howdah.now()
  from unnest(array[address, device]) as c
  where c is not null
  order by c
  on conflict on constraint login_known_pkey do update
    set last_at = excluded.last_at
    where k.last_at < excluded.last_at - interval '1 hour';
  if counted then
    perform howdah.limit_refund(policies[1], address, 1, tried_at);
    perform howdah.limit_refund(policies[2], account, 1, tried_at);
    perform howdah.limit_refund(policies[3], 'everybody', 1, tried_at);
  end if;
end
$$;
