-- oldest-compatible: 1
-- The engine under jobs and messages. What is wide is never updated, what is updated is narrow, and no row is everybody's.
--
--   enqueue ──▶ ready ──claim──▶ lease ──end──▶ outcome
--                 ▲                │
--                 └── deferred ◀───┘  retry, snooze          body: written once, dropped by the day

-- Names as numbers, so that hot rows stay narrow. Rows are never removed.
create table howdah.queue (
  id         int generated always as identity primary key,
  name       text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$'),
  paused_at  timestamptz
);

create table howdah.kind (
  id    int generated always as identity primary key,
  name  text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$')
);

create sequence howdah.work_seq;

create function howdah.work_next() returns bigint
  language sql volatile
  return nextval('howdah.work_seq');

-- An id says when it was made: milliseconds since 2025 above 22 bits of a counter. So the day is in the id, and rows that
-- are found by id are found in their day's partition.
create function howdah.work_id_at(moment timestamptz) returns bigint
  language sql stable parallel safe
  return ((date_part('epoch', moment) * 1000)::bigint - 1735689600000) << 22;

-- Written out rather than calling the one above, so that it is inlined into every statement that adds work.
create function howdah.work_id(seq bigint) returns bigint
  language sql volatile
  return (((date_part('epoch', clock_timestamp()) * 1000)::bigint - 1735689600000) << 22) | (seq & 4194303);

create function howdah.work_time(id bigint) returns timestamptz
  language sql immutable parallel safe
  return timestamptz 'epoch' + ((id >> 22) + 1735689600000) * interval '1 millisecond';

create table howdah.work_body (
  id            bigint primary key,
  queue_id      int not null,
  kind_id       int not null,
  priority      smallint not null,
  max_attempts  int not null,
  timeout       interval,
  unique_key    text,
  correlation   text,
  trace         text,
  parent_id     bigint,
  headers       jsonb,
  content_type  text not null,
  payload       bytea not null,
  -- One constraint: each is prepared anew for every statement.
  constraint bounds check (
    priority between 0 and 9
    and max_attempts between 1 and 1000
    and coalesce(length(unique_key), 1) between 1 and 500
    and coalesce(length(correlation), 1) between 1 and 200
    and coalesce(length(trace), 0) <= 200
    and coalesce(pg_column_size(headers), 0) <= 16384
    and length(content_type) between 1 and 200)
) partition by range (id);

create table howdah.work_body_rest partition of howdah.work_body default;

-- Claims begin after a remembered seq, so they never walk over what was claimed before.
create table howdah.work_ready (
  queue_id  int not null,
  priority  smallint not null,
  seq       bigint not null,
  id        bigint not null,
  attempt   int not null,
  kind_id   int not null,
  keyed     boolean not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

create index work_ready_claim on howdah.work_ready (queue_id, priority, seq);

-- Who works on what. The pair of id and attempt is the fence: every end must name it.
create table howdah.work_lease (
  id          bigint primary key,
  attempt     int not null,
  member      uuid not null,
  queue_id    int not null,
  priority    smallint not null,
  kind_id     int not null,
  keyed       boolean not null,
  claimed_at  timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

create table howdah.work_deferred (
  id        bigint primary key,
  due_at    timestamptz not null,
  queue_id  int not null,
  priority  smallint not null,
  kind_id   int not null,
  keyed     boolean not null,
  attempt   int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create index work_deferred_due on howdah.work_deferred (due_at);

-- How every attempt ended, appended once. States up to 'lost' are followed by another attempt; the others are final.
create table howdah.work_outcome (
  at        timestamptz not null,
  id        bigint not null,
  attempt   int not null,
  state     text not null check (state in ('retried', 'snoozed', 'lost', 'done', 'dead', 'discarded', 'cancelled')),
  queue_id  int not null,
  kind_id   int not null,
  member    uuid,
  took      interval,
  error     text check (length(error) <= 10000),
  result    bytea
) partition by range (at);

create table howdah.work_outcome_rest partition of howdah.work_outcome default;
create index work_outcome_id on howdah.work_outcome (id);

-- Which key belongs to which piece of work. With a time it holds until then, without one until the work has ended.
create table howdah.work_unique (
  queue_id  int not null,
  key       text not null check (length(key) between 1 and 500),
  id        bigint not null,
  until     timestamptz,
  primary key (queue_id, key)
);

create index work_unique_until on howdah.work_unique (until) where until is not null;

-- Work that must not run any more. What is ready is not searched for: whoever claims it finds the mark.
create table howdah.work_cancelled (
  id  bigint primary key,
  at  timestamptz not null
);

-- What the member still had when it ended has been given back.
alter table howdah.member add column released_at timestamptz;

create function howdah.queue_id(wanted text) returns int
  language plpgsql volatile
as $$
declare found_id int;
begin
  select id into found_id from howdah.queue where name = wanted;
  if found_id is null then
    insert into howdah.queue (name) values (wanted) on conflict (name) do nothing;
    select id into strict found_id from howdah.queue where name = wanted;
  end if;
  return found_id;
end
$$;

create function howdah.kind_id(wanted text) returns int
  language plpgsql volatile
as $$
declare found_id int;
begin
  select id into found_id from howdah.kind where name = wanted;
  if found_id is null then
    insert into howdah.kind (name) values (wanted) on conflict (name) do nothing;
    select id into strict found_id from howdah.kind where name = wanted;
  end if;
  return found_id;
end
$$;

-- Takes up to :most ready rows of a queue, most urgent first, and leases them to a member. Rows that somebody else is
-- claiming are skipped, not waited for. Plans are pinned here, in the function, because a session's settings do not
-- survive a transaction pooler: the planner sees nearly empty tables and would scan or hash all their dead rows.
create function howdah.work_claim(queue int, kinds int[], after bigint[], most int, claimer uuid)
  returns table (seq bigint, id bigint, attempt int, kind_id int, priority smallint, max_attempts int, timeout interval,
                 correlation text, trace text, parent_id bigint, headers jsonb, content_type text, payload bytea,
                 cancelled boolean)
  language plpgsql volatile
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  taken_now int;
begin
  -- A paused queue gives nothing, and neither does any to a member that was declared dead.
  if exists (select from howdah.queue q where q.id = queue and q.paused_at is not null)
     or not exists (select from howdah.member m where m.id = claimer and m.state in ('active', 'draining')) then
    return;
  end if;
  for level in 0 .. 9 loop
    perform from howdah.work_ready r
    where r.queue_id = queue and r.priority = level::smallint and r.seq > after[level + 1]
    limit 1;
    continue when not found;
    return query
      with picked as materialized (
        select r.ctid as place
        from howdah.work_ready r
        where r.queue_id = queue and r.priority = level::smallint and r.seq > after[level + 1] and r.kind_id = any (kinds)
        order by r.seq
        limit most
        for update skip locked
      ), taken as (
        delete from howdah.work_ready r
        using picked
        where r.ctid = picked.place
        returning r.seq, r.id, r.attempt + 1 as attempt, r.kind_id, r.keyed
      ), leased as (
        insert into howdah.work_lease (id, attempt, member, queue_id, priority, kind_id, keyed, claimed_at)
        select t.id, t.attempt, claimer, queue, level::smallint, t.kind_id, t.keyed, clock_timestamp()
        from taken t
      )
      select t.seq, t.id, t.attempt, t.kind_id, level::smallint, b.max_attempts, b.timeout, b.correlation, b.trace, b.parent_id,
             b.headers, b.content_type, b.payload, c.id is not null
      from taken t
      join howdah.work_body b on b.id = t.id
      left join howdah.work_cancelled c on c.id = t.id;
    get diagnostics taken_now = row_count;
    most := most - taken_now;
    exit when most <= 0;
  end loop;
end
$$;

-- Ends attempts. Each must name the attempt it holds; what is not returned was not held any more, and nothing of it was
-- changed. Ends: done, dead, discarded, cancelled are final; retried and snoozed wait, handed-back is ready again and
-- counts as if it had not been claimed.
create function howdah.work_end(ids bigint[], attempts int[], ends text[], waits interval[], errors text[], results bytea[])
  returns setof bigint
  language plpgsql volatile
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with wanted as materialized (
      select * from unnest(ids, attempts, ends, waits, errors, results) as w (id, attempt, state, wait, error, result)
      order by id
    ), ended as (
      delete from howdah.work_lease l
      using wanted w
      where l.id = w.id and l.attempt = w.attempt
      returning l.*, w.state, w.wait, w.error, w.result
    ), recorded as (
      insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, member, took, error, result)
      select clock_timestamp(), e.id, e.attempt, e.state, e.queue_id, e.kind_id, e.member,
             clock_timestamp() - e.claimed_at, left(e.error, 10000), e.result
      from ended e
      where e.state <> 'handed-back'
    ), deferred as (
      insert into howdah.work_deferred (id, due_at, queue_id, priority, kind_id, keyed, attempt)
      select e.id, howdah.now() + e.wait, e.queue_id, e.priority, e.kind_id, e.keyed,
             e.attempt - (e.state = 'snoozed')::int
      from ended e
      where e.state in ('retried', 'snoozed')
    ), returned as (
      insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, keyed)
      select e.queue_id, e.priority, howdah.work_next(), e.id, e.attempt - 1, e.kind_id, e.keyed
      from ended e
      where e.state = 'handed-back'
    ), freed as (
      delete from howdah.work_unique u
      using ended e
      join howdah.work_body b on b.id = e.id
      where e.keyed and e.state in ('done', 'dead', 'discarded', 'cancelled')
        and u.queue_id = e.queue_id and u.key = b.unique_key and u.id = e.id and u.until is null
    )
    select e.id from ended e;
end
$$;

-- The common end, many at once: done, with nothing to add.
create function howdah.work_done(ids bigint[], attempts int[])
  returns setof bigint
  language plpgsql volatile
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with ended as (
      delete from howdah.work_lease l
      using unnest(ids, attempts) as w (id, attempt)
      where l.id = w.id and l.attempt = w.attempt
      returning l.*
    ), recorded as (
      insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, member, took)
      select clock_timestamp(), e.id, e.attempt, 'done', e.queue_id, e.kind_id, e.member,
             clock_timestamp() - e.claimed_at
      from ended e
    ), freed as (
      delete from howdah.work_unique u
      using ended e
      join howdah.work_body b on b.id = e.id
      where e.keyed
        and u.queue_id = e.queue_id and u.key = b.unique_key and u.id = e.id and u.until is null
    )
    select e.id from ended e;
end
$$;

-- Moves what has come due to where it can be claimed; the answer is the queues that have something new.
create function howdah.work_promote(most int)
  returns table (queue_id int, moved bigint)
  language plpgsql volatile
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with due as materialized (
      select d.ctid as place
      from howdah.work_deferred d
      where d.due_at <= (select howdah.now())
      order by d.due_at
      limit most
      for update skip locked
    ), moved as (
      delete from howdah.work_deferred d
      using due
      where d.ctid = due.place
      returning d.*
    ), ready as (
      insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, keyed)
      select m.queue_id, m.priority, howdah.work_next(), m.id, m.attempt, m.kind_id, m.keyed
      from moved m
    )
    select m.queue_id, count(*)
    from moved m
    group by m.queue_id;
end
$$;

-- Gives back what a member had when it died or left. The attempt counts, and its end says why; at the last one it is dead.
create function howdah.work_release(gone uuid, reason text, most int)
  returns table (queue_id int, released bigint)
  language plpgsql volatile
as $$
#variable_conflict use_column
begin
  return query
    with held as materialized (
      select l.id from howdah.work_lease l where l.member = gone limit most for update skip locked
    ), ended as (
      delete from howdah.work_lease l
      using held
      where l.id = held.id
      returning l.*
    ), judged as materialized (
      select e.*, e.attempt >= b.max_attempts as last, b.unique_key
      from ended e
      join howdah.work_body b on b.id = e.id
    ), recorded as (
      insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, member, took, error)
      select clock_timestamp(), j.id, j.attempt, case when j.last then 'dead' else 'lost' end, j.queue_id, j.kind_id,
             j.member, clock_timestamp() - j.claimed_at, reason
      from judged j
    ), ready as (
      insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, keyed)
      select j.queue_id, j.priority, howdah.work_next(), j.id, j.attempt, j.kind_id, j.keyed
      from judged j
      where not j.last
    ), freed as (
      delete from howdah.work_unique u
      using judged j
      where j.keyed and j.last and u.queue_id = j.queue_id and u.key = j.unique_key and u.id = j.id and u.until is null
    )
    select j.queue_id, count(*)
    from judged j
    group by j.queue_id;
end
$$;

-- Makes the partitions of the coming days, and drops those whose day ended longer ago than :keep, bodies only when nothing
-- waits or runs that was made on that day. The answer is how many were dropped.
-- It runs with its owner's rights, for the application's role may not change definitions, and gives up a lock that it does
-- not get at once: partitions are made weeks ahead, so the next time is soon enough.
create function howdah.work_partitions(ahead int, keep interval) returns int
  language plpgsql volatile
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '200ms'
as $$
declare
  today date := (howdah.now() at time zone 'utc')::date;
  day date;
  part record;
  dropped int := 0;
begin
  for day in select d::date from generate_series(today, today + ahead, interval '1 day') d loop
    perform howdah.work_partition('work_body', day,
      howdah.work_id_at(day::timestamp at time zone 'utc')::text,
      howdah.work_id_at((day + 1)::timestamp at time zone 'utc')::text);
    perform howdah.work_partition('work_outcome', day,
      quote_literal(day::timestamp at time zone 'utc'), quote_literal((day + 1)::timestamp at time zone 'utc'));
  end loop;
  for part in
    select c.oid::regclass as name, p.relname as parent, to_date(right(c.relname, 8), 'YYYYMMDD') as day
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where p.oid in ('howdah.work_body'::regclass, 'howdah.work_outcome'::regclass) and c.relname ~ '_[0-9]{8}$'
  loop
    continue when (part.day + 1)::timestamp at time zone 'utc' > howdah.now() - keep;
    continue when part.parent = 'work_body' and howdah.work_needed(
      howdah.work_id_at(part.day::timestamp at time zone 'utc'),
      howdah.work_id_at((part.day + 1)::timestamp at time zone 'utc'));
    begin
      execute format('drop table %s', part.name);
      dropped := dropped + 1;
    exception
      when lock_not_available then null;
    end;
  end loop;
  return dropped;
end
$$;

create function howdah.work_partition(parent text, day date, low text, high text) returns void
  language plpgsql volatile
as $$
declare
  schema_name text := (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                       where c.oid = 'howdah.work_body'::regclass);
  name text := format('%I.%I', schema_name, parent || to_char(day, '_YYYYMMDD'));
begin
  if to_regclass(name) is null then
    execute format('create table %s partition of %I.%I for values from (%s) to (%s)', name, schema_name, parent, low, high);
  end if;
exception
  -- Rows of that day are in the rest already, because nobody made its partition in time: they stay there.
  when check_violation or lock_not_available then null;
end
$$;

create function howdah.work_needed(low bigint, high bigint) returns boolean
  language sql stable
  return exists (select from howdah.work_ready where id >= low and id < high)
      or exists (select from howdah.work_lease where id >= low and id < high)
      or exists (select from howdah.work_deferred where id >= low and id < high);

select howdah.work_partitions(14, interval '100 years');

-- Adds one piece of work, minding its unique key. When the key is taken: 'reject' and 'keep' add nothing and answer with the
-- one that has it; 'replace' puts the newcomer in its place, unless that one is running, which it then follows.
create function howdah.work_add(
    queue int, kind int, priority int, due_at timestamptz, max_attempts int, timeout interval, correlation text, trace text,
    unique_key text, conflict text, period interval, content_type text, payload bytea,
    out id bigint, out added boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  seq bigint := howdah.work_next();
  holder bigint;
begin
  id := howdah.work_id(seq);
  added := true;
  if unique_key is not null then
    -- An expired key is as good as none.
    insert into howdah.work_unique as u (queue_id, key, id, until)
    values (queue, unique_key, id, howdah.now() + period)
    on conflict (queue_id, key) do update
      set id = excluded.id, until = excluded.until
      where u.until <= howdah.now();
    if not found then
      select u.id into holder from howdah.work_unique u where u.queue_id = queue and u.key = unique_key for update;
      if conflict <> 'replace' then
        id := holder;
        added := false;
        return;
      end if;
      update howdah.work_unique u set id = work_add.id, until = howdah.now() + period
      where u.queue_id = queue and u.key = unique_key;
      perform howdah.work_cancel(holder, 'replaced by ' || id);
    end if;
  end if;
  insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, timeout, unique_key, correlation, trace,
                                content_type, payload)
  values (id, queue, kind, priority, max_attempts, timeout, unique_key, correlation, trace, content_type, payload);
  if due_at is null then
    insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, keyed)
    values (queue, priority, seq, id, 0, kind, unique_key is not null);
  else
    insert into howdah.work_deferred (id, due_at, queue_id, priority, kind_id, keyed, attempt)
    values (id, due_at, queue, priority, kind, unique_key is not null, 0);
  end if;
end
$$;

-- Keeps work from running, unless it runs already: what waits for its time is ended here, what is ready gets a mark that
-- whoever claims it will find, and so does what runs, for its holder to see. False when it has ended or never was.
create function howdah.work_cancel(wanted bigint, reason text) returns boolean
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  waiting howdah.work_deferred;
begin
  if exists (select from howdah.work_outcome o where o.id = wanted
             and o.state in ('done', 'dead', 'discarded', 'cancelled'))
     or not exists (select from howdah.work_body b where b.id = wanted) then
    return false;
  end if;
  delete from howdah.work_deferred d where d.id = wanted returning * into waiting;
  if found then
    insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, error)
    values (clock_timestamp(), wanted, waiting.attempt, 'cancelled', waiting.queue_id, waiting.kind_id, reason);
    delete from howdah.work_unique u
    using howdah.work_body b
    where b.id = wanted and u.queue_id = b.queue_id and u.key = b.unique_key and u.id = wanted and u.until is null;
  else
    insert into howdah.work_cancelled (id, at) values (wanted, howdah.now()) on conflict do nothing;
  end if;
  return true;
end
$$;

-- Public: enqueues a job in the caller's transaction, from any language. The answer is its id, or the id of the job that has
-- its unique key already ('reject' raises unique_violation instead).
create function howdah.enqueue(
    kind text, payload jsonb, queue text default 'default', priority int default 5, delay interval default null,
    run_at timestamptz default null, max_attempts int default 20, unique_key text default null,
    if_exists text default 'keep', correlation text default null)
  returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  added record;
begin
  if if_exists not in ('keep', 'reject', 'replace') then
    raise invalid_parameter_value using message = format('if_exists must be keep, reject or replace: %s', if_exists);
  end if;
  if delay < interval '0' then
    raise invalid_parameter_value using message = format('a delay must not be negative: %s', delay);
  end if;
  select * into added
  from howdah.work_add(howdah.queue_id(queue), howdah.kind_id(kind), priority,
                       coalesce(run_at, howdah.now() + delay), max_attempts, null, correlation, null, unique_key, if_exists,
                       null, 'application/json', convert_to(payload::text, 'UTF8'));
  if not added.added and if_exists = 'reject' then
    raise unique_violation using message = format('a job with the unique key %s is there already: %s', unique_key, added.id);
  end if;
  return added.id;
end
$$;

comment on function howdah.enqueue(text, jsonb, text, int, interval, timestamptz, int, text, text, text) is
  'Public: enqueues a job in your transaction. Call howdah.wake after your commit if it should start at once.';
