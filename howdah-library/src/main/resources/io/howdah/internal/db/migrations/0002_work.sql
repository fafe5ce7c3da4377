-- oldest-compatible: 1
-- The engine under jobs and messages. What is wide is never updated, what is updated is narrow, and no row is everybody's.
--
--   add ─────────────────────────▶ ready ──claim──▶ lease ──end──▶ outcome        many at once: a burst instead of leases
--    │                              ▲ ▲                │
--    │                              │ └── deferred ◀───┘  retry, snooze
--    ├─ with a key ─▶ inbox ─▶ blocked                       body: written once, dropped by the day
--    └─ after others ─▶ waiting ─▶ one of these
--
-- Hot rows say in their flags: 1 has a unique key, 2 has a key that it is ordered or limited by (its lane), 4 holds a place
-- in its lane, 8 holds a place in its queue, 16 somebody wants to know when it is over.

-- Names as numbers, so that hot rows stay narrow. Rows are never removed. A number that the asking transaction has not made itself
-- (made_at differs from its now()) is there for good, and may be remembered.
create table howdah.queue (
  id         int generated always as identity primary key,
  name       text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$'),
  paused_at  timestamptz,
  -- How many may run at a time in all processes together, and in each process; null: as many as there are workers.
  concurrency  int check (concurrency between 1 and 1000000),
  workers      int check (workers between 1 and 10000),
  -- How many may run at a time per key; 0: any number, and keys take turns.
  key_limit    int not null default 1 check (key_limit between 0 and 1000000),
  -- Whether work that waits for its next attempt keeps its place, so that what is behind it in its key waits too.
  key_order    boolean not null default true,
  -- Never more than this many begin in any such period.
  rate         int check (rate between 1 and 1000000),
  rate_period  interval check (rate_period between interval '10 ms' and interval '366 days'),
  -- How long a received message is invisible to others unless its receiver says otherwise; how often it is delivered before
  -- it is a dead letter (null: any number of times), and where to; how long its history is kept, if shorter than all.
  visibility      interval not null default interval '30 s' check (visibility between interval '1 s' and interval '12 h'),
  max_deliveries  int default 10 check (max_deliveries between 1 and 1000),
  dead_letter_id  int references howdah.queue,
  keep            interval check (keep between interval '1 min' and interval '7 days'),
  forgotten       bigint not null default 0,
  made_at         timestamptz not null default now(),
  check ((rate is null) = (rate_period is null))
);

create table howdah.kind (
  id       int generated always as identity primary key,
  name     text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$'),
  made_at  timestamptz not null default now()
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

-- Whether work is within bounds. A constraint is prepared anew for every statement, all the more dearly the more it says; a
-- function is kept ready.
create function howdah.work_fits(priority smallint, max_attempts int, unique_key text, lane text, correlation text, trace text,
                                 headers jsonb, content_type text) returns boolean
  language plpgsql immutable parallel safe
as $$
begin
  return priority between 0 and 9
    -- 0: as many as its queue says. That is so for messages.
    and max_attempts between 0 and 1000
    and coalesce(length(unique_key), 1) between 1 and 500
    and coalesce(length(lane), 1) between 1 and 200
    and coalesce(length(correlation), 1) between 1 and 200
    and coalesce(length(trace), 0) <= 200
    -- Twice of what is accepted: a dead letter says where it comes from and why.
    and coalesce(pg_column_size(headers), 0) <= 32768
    and length(content_type) between 1 and 200;
end
$$;

create table howdah.work_body (
  id            bigint primary key,
  queue_id      int not null,
  kind_id       int not null,
  priority      smallint not null,
  max_attempts  int not null,
  timeout       interval,
  unique_key    text,
  lane          text,
  correlation   text,
  trace         text,
  parent_id     bigint,
  headers       jsonb,
  content_type  text not null,
  payload       bytea not null,
  constraint bounds check (
    howdah.work_fits(priority, max_attempts, unique_key, lane, correlation, trace, headers, content_type))
) partition by range (id);

create table howdah.work_body_rest partition of howdah.work_body default;
create index work_body_parent on howdah.work_body (parent_id, id) where parent_id is not null;
create index work_body_correlation on howdah.work_body (correlation, id) where correlation is not null;

-- Claims begin after a remembered seq, so they never walk over what was claimed before.
create table howdah.work_ready (
  queue_id  int not null,
  priority  smallint not null,
  seq       bigint not null,
  id        bigint not null,
  attempt   int not null,
  kind_id   int not null,
  flags     smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

create index work_ready_claim on howdah.work_ready (queue_id, priority, seq);

-- Who works on what: a member until it ends or dies, or whoever has the receipt until a time. The pair of id and attempt is
-- the fence: every end must name it.
create table howdah.work_lease (
  id          bigint primary key,
  attempt     int not null,
  member      uuid,
  until       timestamptz,
  queue_id    int not null,
  priority    smallint not null,
  kind_id     int not null,
  flags       smallint not null,
  claimed_at  timestamptz not null,
  check ((member is null) = (until is not null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

create index work_lease_until on howdah.work_lease (until) where until is not null;

-- What a member has claimed at once of a busy queue, nothing of it with flags: one row instead of a lease for each. Most of it
-- is done a moment later, and that is appended to the outcomes while the row is locked (no key update): nothing else is
-- written. Whatever ends otherwise, or has to be held on to, gets a lease of its own first (key share: many at a time); and
-- what is left after a while gets them all, and the row goes (update). Whoever takes work away from a member does that too, so
-- the row is the fence. Its id is never drawn twice, not even after a crash that forgot the claim.
create table howdah.work_burst (
  id          uuid primary key,
  member      uuid not null,
  queue_id    int not null,
  priority    smallint not null,
  claimed_at  timestamptz not null,
  ids         bigint[] not null,
  attempts    int[] not null,
  kinds       int[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- What of a burst has got a lease of its own: how that ends is no longer the burst's business.
create table howdah.work_parted (
  burst  uuid not null,
  id     bigint not null,
  primary key (burst, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

alter table howdah.work_burst alter ids set storage external, alter attempts set storage external,
  alter kinds set storage external;

-- Work with a key waits here until somebody looks whether its lane has a place; without an id the row says that a lane has
-- got a place. Both are written with what they tell of, and looked at after its commit: nobody who adds or ends work has to
-- look at its lane, where it could not see what others have not committed yet.
create table howdah.work_inbox (
  queue_id  int not null,
  seq       bigint not null,
  lane      text not null,
  id        bigint,
  priority  smallint,
  attempt   int,
  kind_id   int,
  flags     smallint
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create index work_inbox_seq on howdah.work_inbox (queue_id, seq);

-- Behind others of its key. Claims never see it.
create table howdah.work_blocked (
  queue_id  int not null,
  lane      text not null,
  priority  smallint not null,
  seq       bigint not null,
  id        bigint not null,
  attempt   int not null,
  kind_id   int not null,
  flags     smallint not null,
  primary key (queue_id, lane, priority, seq)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- Who has one of the limited places of a lane, or of a whole queue (then the lane is empty). A limit is the number of rows
-- here, not a counter that a crash could leave wrong.
create table howdah.work_place (
  id        bigint not null,
  queue_id  int not null,
  lane      text not null,
  primary key (id, lane)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create index work_place_lane on howdah.work_place (queue_id, lane);

-- The row is there when a queue has keys or limits; whoever holds its lock lets work in, one at a time.
create table howdah.work_gate (
  queue_id     int primary key,
  -- Which key was the last to have its turn.
  turn         text not null default '',
  -- How many have begun in each of the last 21 twentieths of the rate's period, the latest last, and which that is.
  rate_slice   bigint not null default 0,
  rate_counts  int[] not null default array_fill(0, array[21]),
  made_at      timestamptz not null default now()
) with (fillfactor = 50);

create table howdah.work_deferred (
  id        bigint primary key,
  due_at    timestamptz not null,
  queue_id  int not null,
  priority  smallint not null,
  kind_id   int not null,
  flags     smallint not null,
  attempt   int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create index work_deferred_due on howdah.work_deferred (due_at);
create index work_deferred_queue on howdah.work_deferred (queue_id);

-- Does not begin before others have ended. Its start is the removal of this row, so that it starts once.
create table howdah.work_waiting (
  id        bigint primary key,
  queue_id  int not null,
  priority  smallint not null,
  kind_id   int not null,
  flags     smallint not null,
  wait      interval,
  due_at    timestamptz
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- What has come to its end and somebody wants to know of; written with the end, and removed by whoever has acted upon it.
create table howdah.work_ended (
  seq    bigint not null,
  id     bigint not null,
  state  text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create index work_ended_seq on howdah.work_ended (seq);

-- How every attempt ended, appended once: retried, snoozed or lost, which are followed by another attempt; done, dead, discarded or
-- cancelled, which are final. Nothing is checked here, for very many are written at once: an error has at most 10000 characters.
create table howdah.work_outcome (
  at           timestamptz not null,
  id           bigint not null,
  attempt      int not null,
  state        text not null,
  queue_id     int not null,
  kind_id      int not null,
  member       uuid,
  took         interval,
  error        text,
  result       bytea,
  result_type  text
) partition by range (at);

create table howdah.work_outcome_rest partition of howdah.work_outcome default;
create index work_outcome_id on howdah.work_outcome (id);
create index work_outcome_at on howdah.work_outcome using brin (at) with (pages_per_range = 16);
-- The few that people look for.
create index work_outcome_failed on howdah.work_outcome (at, id) where state in ('dead', 'discarded', 'cancelled');

-- Which key belongs to which piece of work. With a time it holds until then, without one until the work has ended.
create table howdah.work_unique (
  queue_id  int not null,
  key       text not null check (length(key) between 1 and 500),
  id        bigint not null,
  until     timestamptz,
  primary key (queue_id, key)
);

create index work_unique_until on howdah.work_unique (until) where until is not null;

-- Work that must not run any more and was not ended at once: it runs, or is where one piece of work is not searched for.
-- Whoever claims it finds the mark, and so does work_sweep, which looks for many at a time.
create table howdah.work_cancelled (
  id        bigint primary key,
  at        timestamptz not null,
  reason    text not null,
  -- Whoever is at it is not interrupted: it only does not begin again.
  gentle    boolean not null,
  swept_at  timestamptz
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

-- Waits a few milliseconds to be alone in claiming from a queue, or to be one of those who lock what they take; whether it is, and
-- then until the transaction ends.
create function howdah.work_turn(queue int, alone boolean) returns boolean
  language plpgsql volatile
  set lock_timeout = '10ms'
as $$
declare
  key bigint := hashtextextended('howdah.claim.' || 'howdah.work_ready'::regclass::oid, queue);
begin
  if alone then
    perform pg_advisory_xact_lock(key);
  else
    perform pg_advisory_xact_lock_shared(key);
  end if;
  return true;
exception
  when lock_not_available then return false;
end
$$;

-- Takes up to :most ready rows of a queue, most urgent first, and leases them to a member, or without one for a time; what
-- has no flags is a burst of the member if it has drawn ids for them, one for each priority. Such a claim does not wait for the
-- disk: if a crash forgets it, what was claimed is ready as before, and whoever was at it holds a burst that never was. The
-- answer is in no order: whoever asked sorts it at less cost; its flags say 32 where somebody does not want it any more. Rows that
-- somebody else is claiming are skipped, not waited for: they are locked, which takes a quarter of a claim, so whoever claims
-- very many is alone and does without.
-- Plans are pinned here, in the function, because a session's settings do not survive a transaction pooler: the planner
-- sees nearly empty tables and would scan or hash all their dead rows. The only join is that of bodies, as they are found, with the
-- list of what was taken, which is hashed; it is a statement of its own, so that their days are known when it begins. Nor is
-- anything compiled: before PostgreSQL 18 a plan that cannot do without what is turned off seems so dear that it would be compiled
-- at every call, which takes a hundred times as long as the rest.
create function howdah.work_claim(queue int, kinds int[], after bigint[], most int, claimer uuid, hold interval default null,
                                  bursts uuid[] default null)
  returns table (seq bigint, id bigint, attempt int, kind_id int, priority smallint, max_attempts int, timeout interval,
                 correlation text, trace text, lane text, flags int, parent_id bigint, headers jsonb,
                 content_type text, payload bytea)
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_mergejoin = off
  set enable_nestloop = off
  set enable_hashjoin = on
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  at_once boolean := bursts is not null;
  alone boolean;
  limited boolean;
  deliveries int;
  present timestamptz := clock_timestamp();
  ends_at timestamptz;
  levels smallint[];
  level smallint;
  places tid[];
  took record;
  unwanted bigint[];
begin
  -- A paused queue gives nothing, and neither does any to a member that was declared dead.
  select q.concurrency is not null or q.rate is not null, coalesce(q.max_deliveries, 2147483647),
         howdah.now() + coalesce(hold, q.visibility)
  into limited, deliveries, ends_at
  from howdah.queue q
  where q.id = queue and q.paused_at is null;
  if not found or (claimer is not null and not exists (
      select from howdah.member m where m.id = claimer and m.state in ('active', 'draining'))) then
    return;
  end if;
  levels := array(
    select l::smallint
    from generate_series(0, 9) l
    where (select true from howdah.work_ready r
           where r.queue_id = queue and r.priority = l::smallint and r.seq > after[l + 1]
           limit 1));
  if levels = '{}' then
    return;
  end if;
  alone := howdah.work_turn(queue, at_once) and at_once;
  if at_once then
    -- One that is alone may meet rows that somebody has locked who did not wait for it.
    perform set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '1s', true);
  end if;
  foreach level in array levels loop
    if alone then
      places := array(
        select r.ctid
        from howdah.work_ready r
        where r.queue_id = queue and r.priority = level and r.seq > after[level + 1] and r.kind_id = any (kinds)
          and (not limited or r.flags & 8 <> 0)
        order by r.seq
        limit most);
    else
      places := array(
        select r.ctid
        from howdah.work_ready r
        where r.queue_id = queue and r.priority = level and r.seq > after[level + 1] and r.kind_id = any (kinds)
          and (not limited or r.flags & 8 <> 0)
        order by r.seq
        limit most
        for update skip locked);
    end if;
    -- What was not locked may not be the same any more. No index may offer itself for that: a planner that takes the table for
    -- empty would walk over all that is ready.
    with taken as (
      delete from howdah.work_ready r
      where r.ctid = any (places) and r.queue_id + 0 = queue and r.priority + 0 = level and r.kind_id = any (kinds)
        and (not limited or r.flags & 8 <> 0)
      returning r.seq, r.id, r.attempt + 1 as attempt, r.kind_id, r.flags
    )
    select count(*) as count, array_agg(t.seq) as seqs, array_agg(t.id) as ids, array_agg(t.attempt) as attempts,
           array_agg(t.kind_id) as kinds, array_agg(t.flags) as flags, min(t.id) as low, max(t.id) as high
    into took
    from taken t;
    continue when took.count = 0;
    if at_once and 0 = all (took.flags) then
      insert into howdah.work_burst (id, member, queue_id, priority, claimed_at, ids, attempts, kinds)
      values (bursts[level + 1], claimer, queue, level, present, took.ids, took.attempts, took.kinds);
    else
      insert into howdah.work_lease (id, attempt, member, until, queue_id, priority, kind_id, flags, claimed_at)
      select t.id, t.attempt, claimer, case when claimer is null then ends_at end, queue, level, t.kind_id, t.flags, present
      from (select unnest(took.ids) as id, unnest(took.attempts) as attempt, unnest(took.kinds) as kind_id,
                   unnest(took.flags) as flags) t
      where not at_once or t.flags <> 0;
      insert into howdah.work_burst (id, member, queue_id, priority, claimed_at, ids, attempts, kinds)
      select bursts[level + 1], claimer, queue, level, present, array_agg(t.id), array_agg(t.attempt), array_agg(t.kind_id)
      from unnest(took.ids, took.attempts, took.kinds, took.flags) as t (id, attempt, kind_id, flags)
      where at_once and t.flags = 0
      having count(*) > 0;
    end if;
    unwanted := array(select c.id from howdah.work_cancelled c where c.id = any (took.ids));
    -- Arrays are unrolled where they are selected: each of several that FROM unrolls together is stored first.
    return query
      select t.seq, t.id, t.attempt, t.kind_id, level, coalesce(nullif(b.max_attempts, 0), deliveries), b.timeout,
             b.correlation, b.trace, b.lane, t.flags + case when t.id = any (unwanted) then 32 else 0 end, b.parent_id,
             b.headers, b.content_type, b.payload
      from howdah.work_body b
      join (select unnest(took.seqs) as seq, unnest(took.ids) as id, unnest(took.attempts) as attempt,
                   unnest(took.kinds) as kind_id, unnest(took.flags) as flags) t on t.id = b.id
      -- One scan for all of them, and of their days only.
      where b.id = any (took.ids) and b.id between took.low and took.high;
    most := most - took.count;
    exit when most <= 0;
  end loop;
end
$$;

-- From now on somebody looks at the inbox of the queue.
create function howdah.work_open_gate(queue int) returns boolean
  language plpgsql volatile
as $$
begin
  if exists (select from howdah.work_gate g where g.queue_id = queue) then
    return false;
  end if;
  insert into howdah.work_gate (queue_id) values (queue) on conflict do nothing;
  return found;
end
$$;

-- What a queue allows, from now on. Whoever is behind a key is looked at again, for there may be more places now.
create function howdah.work_limit(queue int, concurrency int, workers int, key_limit int, key_order boolean, rate int,
                                  rate_period interval) returns void
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  perform howdah.work_open_gate(queue);
  -- Whoever is letting work in goes by what was allowed before: what it leaves behind must be seen below.
  perform from howdah.work_gate g where g.queue_id = queue for update;
  -- Twentieths of another period are other numbers.
  update howdah.work_gate g
  set rate_slice = default, rate_counts = default
  from howdah.queue q
  where g.queue_id = queue and q.id = queue and q.rate_period is distinct from work_limit.rate_period;
  update howdah.queue q
  set concurrency = work_limit.concurrency, workers = work_limit.workers, key_limit = work_limit.key_limit,
      key_order = work_limit.key_order, rate = work_limit.rate, rate_period = work_limit.rate_period
  where q.id = queue;
  insert into howdah.work_inbox (queue_id, seq, lane)
  select queue, howdah.work_next(), b.lane
  from (select distinct lane from howdah.work_blocked where queue_id = queue) b;
end
$$;

-- Lets work in: what has a key goes to where it can be claimed as its lane has places, and where the whole queue is limited,
-- up to :most rows get one of its places. One at a time per queue, so that the head of a lane is its head and a count is a
-- count: every statement after the lock sees all that earlier ones have let in. It is a statement of its own, with a small
-- answer, for one who does not read what it claimed must not hold the lock meanwhile.
create function howdah.work_admit(queue int, kinds int[], after bigint[], inbox_after bigint, most int,
                                  out last_seq bigint, out more boolean, out wait interval)
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  settings howdah.queue;
  gate howdah.work_gate;
  lanes text[];
  seen int;
begin
  select * into gate from howdah.work_gate g where g.queue_id = queue for update;
  select * into settings from howdah.queue q where q.id = queue;
  if gate.queue_id is null or settings.paused_at is not null then
    return;
  end if;
  with next as materialized (
    select i.ctid as place
    from howdah.work_inbox i
    where i.queue_id = queue and i.seq > inbox_after
    order by i.seq
    limit 1000
  ), taken as (
    delete from howdah.work_inbox i using next where i.ctid = next.place returning i.*
  ), blocked as (
    insert into howdah.work_blocked (queue_id, lane, priority, seq, id, attempt, kind_id, flags)
    select t.queue_id, t.lane, t.priority, t.seq, t.id, t.attempt, t.kind_id, t.flags
    from taken t
    where t.id is not null
  )
  select array_agg(distinct t.lane), max(t.seq), count(*) into lanes, last_seq, seen
  from taken t;
  more := seen = 1000;
  if settings.key_limit > 0 then
    perform howdah.work_admit_heads(queue, lanes, settings.key_limit);
  else
    perform howdah.work_admit_in_turn(queue, gate.turn, most);
  end if;
  if settings.concurrency is not null or settings.rate is not null then
    wait := howdah.work_admit_limited(settings, gate, kinds, after, most);
  end if;
end
$$;

-- The first of each of these lanes, as many as it has places.
create function howdah.work_admit_heads(queue int, lanes text[], places int) returns void
  language plpgsql volatile
as $$
#variable_conflict use_column
begin
  with vacant as materialized (
    select l.lane, places - (select count(*) from howdah.work_place p where p.queue_id = queue and p.lane = l.lane) as places
    from unnest(lanes) as l (lane)
  ), head as materialized (
    select h.place
    from vacant v
    cross join lateral (
      select b.ctid as place
      from howdah.work_blocked b
      where b.queue_id = queue and b.lane = v.lane
      order by b.priority, b.seq
      limit greatest(v.places, 0)
    ) h
  ), taken as (
    delete from howdah.work_blocked b using head where b.ctid = head.place returning b.*
  ), placed as (
    insert into howdah.work_place (id, queue_id, lane)
    select t.id, queue, t.lane
    from taken t
  )
  insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
  select queue, t.priority, howdah.work_next(), t.id, t.attempt, t.kind_id, t.flags | 4
  from (select * from taken order by seq) t;
end
$$;

-- Keys take turns: the lanes after the one that was last, an equal share of each, until :most are let in.
create function howdah.work_admit_in_turn(queue int, last_turn text, most int) returns void
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  lanes text[];
  next_turn text;
begin
  with recursive onward (lane, place) as (
    select (select min(b.lane) from howdah.work_blocked b where b.queue_id = queue and b.lane > last_turn), 1
    union all
    select (select min(b.lane) from howdah.work_blocked b where b.queue_id = queue and b.lane > o.lane), o.place + 1
    from onward o
    where o.lane is not null and o.place < most
  ), around (lane, place) as (
    select (select min(b.lane) from howdah.work_blocked b where b.queue_id = queue and b.lane <= last_turn), 1
    union all
    select (select min(b.lane) from howdah.work_blocked b
            where b.queue_id = queue and b.lane > a.lane and b.lane <= last_turn), a.place + 1
    from around a
    where a.lane is not null and a.place < most
  )
  select array_agg(turn.lane order by turn.round, turn.place) into lanes
  from (
    select lane, 1 as round, place from onward where lane is not null
    union all
    select lane, 2, place from around where lane is not null
    order by 2, 3
    limit most
  ) turn;
  if lanes is null then
    return;
  end if;
  with share as materialized (
    select s.place, s.lane, s.rank, l.turn
    from unnest(lanes) with ordinality as l (lane, turn)
    cross join lateral (
      select b.ctid as place, b.lane, row_number() over (order by b.priority, b.seq) as rank
      from howdah.work_blocked b
      where b.queue_id = queue and b.lane = l.lane
      order by b.priority, b.seq
      limit (most + cardinality(lanes) - 1) / cardinality(lanes)
    ) s
    order by s.rank, l.turn
    limit most
  ), taken as (
    delete from howdah.work_blocked b using share s where b.ctid = s.place returning b.*, s.rank, s.turn
  ), ready as (
    insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
    select queue, t.priority, howdah.work_next(), t.id, t.attempt, t.kind_id, t.flags
    from (select * from taken order by rank, turn) t
  )
  select t.lane into next_turn from taken t order by t.rank desc, t.turn desc limit 1;
  update howdah.work_gate g set turn = next_turn where g.queue_id = queue;
end
$$;

-- Gives places of the queue to ready rows, most urgent first; the answer is when the rate allows the next one. Any period
-- touches at most 21 twentieths of its length, so it has no more than the rate if those 21 never have.
create function howdah.work_admit_limited(settings howdah.queue, gate howdah.work_gate, kinds int[], after bigint[], most int)
  returns interval
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  present timestamptz := howdah.now();
  slice_length double precision := date_part('epoch', settings.rate_period) / 20;
  slice bigint := greatest(floor(date_part('epoch', present) / slice_length), gate.rate_slice);
  counts int[] := case when slice - gate.rate_slice >= 21 then array_fill(0, array[21])
                       else gate.rate_counts[slice - gate.rate_slice + 1 :]
                            || array_fill(0, array[(slice - gate.rate_slice)::int]) end;
  room int := most;
  begun int := 0;
  begun_now int;
begin
  if settings.concurrency is not null then
    room := least(room, settings.concurrency
      - (select count(*) from howdah.work_place p where p.queue_id = settings.id and p.lane = ''));
  end if;
  if settings.rate is not null then
    room := least(room, settings.rate - (select sum(c) from unnest(counts) c));
  end if;
  for level in 0 .. 9 loop
    exit when begun >= room;
    with next as materialized (
      select r.ctid as place
      from howdah.work_ready r
      where r.queue_id = settings.id and r.priority = level::smallint and r.seq > after[level + 1]
        and r.kind_id = any (kinds) and r.flags & 8 = 0
      order by r.seq
      limit room - begun
      for update skip locked
    ), marked as (
      update howdah.work_ready r set flags = r.flags | 8 from next where r.ctid = next.place returning r.id
    )
    insert into howdah.work_place (id, queue_id, lane)
    select m.id, settings.id, ''
    from marked m;
    get diagnostics begun_now = row_count;
    begun := begun + begun_now;
  end loop;
  if settings.rate is null then
    return null;
  end if;
  counts[21] := counts[21] + begun;
  if begun > 0 then
    update howdah.work_gate g set rate_slice = slice, rate_counts = counts where g.queue_id = settings.id;
  end if;
  -- When the oldest that still counts has left the window.
  return greatest(to_timestamp((slice + (select min(i) from generate_subscripts(counts, 1) i where counts[i] > 0))
                               * slice_length) - present, interval '0');
end
$$;

-- Whether there is no attempt after this one. Messages have as many as their queue says at the time.
create function howdah.work_is_last(wanted bigint, attempt int, queue int) returns boolean
  language sql stable
  return (select attempt >= coalesce(nullif(b.max_attempts, 0), q.max_deliveries, 2147483647)
          from howdah.work_body b, howdah.queue q
          where b.id = wanted and q.id = queue);

-- Ends attempts. Each must name the attempt it holds, and a member itself, for what was not begun or is snoozed is given out
-- again under the same number; what is not returned was not held any more, and nothing of it was changed. Ends: done, dead,
-- discarded, cancelled are final; retried and snoozed wait; nacked is retried, and lost is ready again, or dead if it was the
-- last attempt; handed-back is ready again and counts as if it had not been claimed.
create function howdah.work_end(ids bigint[], attempts int[], ends text[], waits interval[], errors text[], results bytea[],
                                result_types text[] default null, members uuid[] default null)
  returns setof bigint
  language plpgsql volatile
  set jit = off
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
      select *
      from unnest(ids, attempts, ends, waits, errors, results, result_types, members)
        as w (id, attempt, said, wait, error, result, result_type, member)
      order by id
    ), taken as (
      delete from howdah.work_lease l
      using wanted w
      where l.id = w.id and l.attempt = w.attempt and (w.member is null or w.member = l.member)
      returning l.*, w.said, w.wait, w.error, w.result, w.result_type
    ), judged as materialized (
      select t.*,
        case when t.said in ('nacked', 'lost') and howdah.work_is_last(t.id, t.attempt, t.queue_id) then 'dead'
             when t.said = 'nacked' then 'retried'
             else t.said end as state
      from taken t
    ), ended as materialized (
      select j.*,
        -- Which flags it keeps: none of its places when it is over; the one in its lane while it waits, if order matters. That
        -- in its queue is given up by all: it might be for long that nobody comes who does work of its kind.
        case when j.state in ('handed-back', 'lost') then 23
             when j.state in ('retried', 'snoozed')
               then 19 + 4 * (select q.key_order from howdah.queue q where q.id = j.queue_id)::int
             else 19 end as keeps
      from judged j
    ), recorded as (
      insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, member, took, error, result,
                                       result_type)
      select clock_timestamp(), e.id, e.attempt, e.state, e.queue_id, e.kind_id, e.member,
             -- What work_sweep has ended took no time: nobody was at it.
             case when e.until is distinct from '-infinity' then clock_timestamp() - e.claimed_at end,
             left(case when e.state = 'cancelled'
                       then coalesce(e.error, (select c.reason from howdah.work_cancelled c where c.id = e.id))
                       else e.error end, 10000),
             e.result, e.result_type
      from ended e
      where e.state <> 'handed-back'
    ), again as materialized (
      -- What has lost its place in its lane must ask for one anew, which is what coming due does.
      select e.*, e.flags & e.keeps as kept,
             e.state in ('handed-back', 'lost') or (e.wait <= interval '0' and e.flags & e.keeps & 6 <> 2) as at_once,
             e.attempt - (e.state in ('snoozed', 'handed-back'))::int as made
      from ended e
      where e.state in ('retried', 'snoozed', 'handed-back', 'lost')
    ), deferred as (
      insert into howdah.work_deferred (id, due_at, queue_id, priority, kind_id, flags, attempt)
      select a.id, howdah.now() + a.wait, a.queue_id, a.priority, a.kind_id, a.kept, a.made
      from again a
      where not a.at_once
    ), returned as (
      insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
      select a.queue_id, a.priority, howdah.work_next(), a.id, a.made, a.kind_id, a.kept
      from again a
      where a.at_once
    ), buried as (
      insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
      select letter.queue_id, letter.priority, letter.seq, letter.id, 0, e.kind_id, 0
      from ended e
      cross join lateral howdah.message_bury(e.queue_id, e.id, e.attempt, e.error) letter
      where e.state = 'dead'
    ), freed as (
      delete from howdah.work_unique u
      using ended e
      join howdah.work_body b on b.id = e.id
      where e.flags & 1 <> 0 and e.state in ('done', 'dead', 'discarded', 'cancelled')
        and u.queue_id = e.queue_id and u.key = b.unique_key and u.id = e.id and u.until is null
    ), told as (
      insert into howdah.work_ended (seq, id, state)
      select howdah.work_next(), e.id, e.state
      from ended e
      where e.flags & 16 <> 0 and e.state in ('done', 'dead', 'discarded', 'cancelled')
    ), left_place as (
      delete from howdah.work_place p
      using ended e
      where e.flags & 12 & ~e.keeps <> 0 and p.id = e.id and (p.lane = '' or e.keeps & 4 = 0)
      returning p.queue_id, p.lane
    ), vacancy as (
      insert into howdah.work_inbox (queue_id, seq, lane)
      select p.queue_id, howdah.work_next(), p.lane
      from left_place p
      where p.lane <> ''
    )
    select e.id from ended e;
end
$$;

-- The common end, many at once: done, with nothing to add, and nobody to tell. Nearly all are of the same attempt, so that
-- one scan finds them. The answer is those that were not held any more, which is nearly always nothing.
create function howdah.work_done(ids bigint[], attempts int[]) returns bigint[]
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  made int;
  present timestamptz := clock_timestamp();
  ended_now bigint[];
  ended bigint[] := '{}';
begin
  for made in select distinct a from unnest(attempts) a order by a loop
    with ended as (
      delete from howdah.work_lease l
      where l.id = any (array(select w.id from unnest(ids, attempts) as w (id, attempt) where w.attempt = made))
        and l.attempt = made and l.flags = 0
      returning l.id, l.queue_id, l.kind_id, l.member, l.claimed_at
    ), recorded as (
      insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, member, took)
      select present, e.id, made, 'done', e.queue_id, e.kind_id, e.member, present - e.claimed_at
      from ended e
    )
    select array_agg(e.id) into ended_now from ended e;
    ended := ended || ended_now;
  end loop;
  if cardinality(ended) = cardinality(ids) then
    return '{}';
  end if;
  ended := ended || array(
    select howdah.work_end(ids, attempts, array_fill('done'::text, array[cardinality(ids)]), null, null, null));
  return array(select unnest(ids) except select unnest(ended));
end
$$;

-- The same for what is in bursts and has no leases, those of each side by side: :lasts says where they end. Of the bursts :over
-- nothing is left then.
-- Whoever does not know what became of the same call before says so (:again): it waits for the locks until that is over, and what
-- was written is not again.
create function howdah.work_done_at_once(bursts uuid[], lasts int[], ids bigint[], attempts int[], kinds int[], over uuid[],
                                         again boolean) returns bigint[]
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan
  set lock_timeout = '1s'
as $$
#variable_conflict use_column
declare
  one howdah.work_burst;
  place int;
  low int;
  high int;
  present timestamptz := clock_timestamp();
  held int[] := '{}';
begin
  for one in
    select b.* from howdah.work_burst b where b.id = any (bursts) order by b.id for no key update
  loop
    place := array_position(bursts, one.id);
    low := coalesce(lasts[place - 1], 0) + 1;
    high := lasts[place];
    held := held || place;
    insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, member, took)
    select present, w.id, w.attempt, 'done', one.queue_id, w.kind, one.member, present - one.claimed_at
    from (select unnest(ids[low:high]) as id, unnest(attempts[low:high]) as attempt, unnest(kinds[low:high]) as kind) w
    where not (again and howdah.work_is_done(w.id, one.claimed_at));
  end loop;
  delete from howdah.work_burst b where b.id = any (over);
  delete from howdah.work_parted p where p.burst = any (over);
  if cardinality(held) = cardinality(bursts) then
    return '{}';
  end if;
  return array(
    select unnest(ids[coalesce(lasts[b - 1], 0) + 1:lasts[b]])
    from generate_subscripts(bursts, 1) b
    where b <> all (held));
end
$$;

-- Whether what was claimed then is done. What is in a burst ends in no other way.
create function howdah.work_is_done(wanted bigint, since timestamptz) returns boolean
  language sql stable
  return (select count(*) > 0 from howdah.work_outcome o
          where o.id = wanted and o.state = 'done' and o.at > since - interval '1 day');

-- Gives work that is in bursts leases of its own, unless it has had them. Where another transaction is doing the same, it is
-- waited for.
create function howdah.work_part(bursts uuid[], ids bigint[]) returns void
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  one howdah.work_burst;
begin
  for one in
    select b.* from howdah.work_burst b
    where b.id = any (array(select distinct w from unnest(bursts) w))
    order by b.id
    for key share
  loop
    with parted as (
      insert into howdah.work_parted (burst, id)
      select one.id, w.id
      from unnest(bursts, ids) as w (burst, id)
      where w.burst = one.id
      order by w.id
      on conflict do nothing
      returning id
    )
    insert into howdah.work_lease (id, attempt, member, queue_id, priority, kind_id, flags, claimed_at)
    select w.id, w.attempt, one.member, one.queue_id, one.priority, w.kind, 0, one.claimed_at
    from unnest(one.ids, one.attempts, one.kinds) as w (id, attempt, kind)
    where w.id in (select p.id from parted p) and not howdah.work_is_done(w.id, one.claimed_at);
  end loop;
end
$$;

-- Gives all that is left of bursts leases, and removes them. The answer is those that are still there, because somebody is just
-- ending something of them.
create function howdah.work_settle(bursts uuid[]) returns setof uuid
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  one howdah.work_burst;
begin
  for one in
    select b.* from howdah.work_burst b where b.id = any (bursts) order by b.id for update skip locked
  loop
    insert into howdah.work_lease (id, attempt, member, queue_id, priority, kind_id, flags, claimed_at)
    select w.id, w.attempt, one.member, one.queue_id, one.priority, w.kind, 0, one.claimed_at
    from unnest(one.ids, one.attempts, one.kinds) as w (id, attempt, kind)
    where w.id not in (select p.id from howdah.work_parted p where p.burst = one.id)
      -- As work_is_done has it, for all of them at once.
      and w.id not in (select o.id from howdah.work_outcome o
                       where o.id = any (one.ids) and o.state = 'done' and o.at > one.claimed_at - interval '1 day');
    delete from howdah.work_burst b where b.id = one.id;
    delete from howdah.work_parted p where p.burst = one.id;
  end loop;
  return query select b.id from howdah.work_burst b where b.id = any (bursts);
end
$$;

-- These for many who share a statement: what somebody's open transaction holds must not hold up the others for long.
create function howdah.work_end_soon(ids bigint[], attempts int[], ends text[], waits interval[], errors text[],
                                     results bytea[], result_types text[], members uuid[])
  returns setof bigint
  language sql volatile
  set lock_timeout = '1s'
as $$
  select howdah.work_end(ids, attempts, ends, waits, errors, results, result_types, members)
$$;

create function howdah.work_part_soon(bursts uuid[], ids bigint[]) returns void
  language sql volatile
  set lock_timeout = '1s'
as $$
  select howdah.work_part(bursts, ids)
$$;

create function howdah.work_done_soon(ids bigint[], attempts int[]) returns bigint[]
  language sql volatile
  set lock_timeout = '1s'
as $$
  select howdah.work_done(ids, attempts)
$$;

-- Of these leases those that can be ended without waiting for anybody's open transaction; they are locked for it.
create function howdah.work_unlocked(ids bigint[]) returns setof bigint
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  held howdah.work_lease;
  taken text;
begin
  for held in select * from howdah.work_lease l where l.id = any (ids) order by l.id for update skip locked loop
    if held.flags & 1 <> 0 then
      select b.unique_key into taken from howdah.work_body b where b.id = held.id;
      perform from howdah.work_unique u where u.queue_id = held.queue_id and u.key = taken for update skip locked;
      continue when not found and exists (
        select from howdah.work_unique u where u.queue_id = held.queue_id and u.key = taken);
    end if;
    return next held.id;
  end loop;
end
$$;

-- Moves what has come due to where it can be claimed; the answer is the queues that have something new.
create function howdah.work_promote(most int)
  returns table (queue_id int, moved bigint)
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  -- Nearly always nothing is due, and a process that has just begun need not plan the rest.
  if not exists (select from howdah.work_deferred d where d.due_at <= (select howdah.now())) then
    return;
  end if;
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
      insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
      select m.queue_id, m.priority, howdah.work_next(), m.id, m.attempt, m.kind_id, m.flags
      from moved m
      where m.flags & 6 <> 2
    ), inbox as (
      insert into howdah.work_inbox (queue_id, seq, lane, id, priority, attempt, kind_id, flags)
      select m.queue_id, howdah.work_next(), b.lane, m.id, m.priority, m.attempt, m.kind_id, m.flags
      from moved m
      join howdah.work_body b on b.id = m.id
      where m.flags & 6 = 2
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
declare
  ids bigint[];
  attempts int[];
  queues int[];
begin
  perform howdah.work_settle(array(select b.id from howdah.work_burst b where b.member = gone));
  select array_agg(held.id), array_agg(held.attempt), array_agg(held.queue_id) into ids, attempts, queues
  from (
    select l.id, l.attempt, l.queue_id
    from howdah.work_lease l
    where l.member = gone
    limit most
    for update skip locked
  ) held;
  perform howdah.work_lose(ids, attempts, reason);
  return query select q, count(*) from unnest(queues) q group by q;
end
$$;

-- Gives back what was leased until a time that has passed; :after is where to begin, for what lies before it is dead rows.
create function howdah.work_expire(after timestamptz, most int)
  returns table (queue_id int, expired bigint)
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  ids bigint[];
  attempts int[];
  queues int[];
begin
  select array_agg(held.id), array_agg(held.attempt), array_agg(held.queue_id) into ids, attempts, queues
  from (
    select l.id, l.attempt, l.queue_id
    from howdah.work_lease l
    where l.until > after and l.until <= (select howdah.now())
    order by l.until
    limit most
    for update skip locked
  ) held;
  if ids is null then
    return;
  end if;
  perform howdah.work_lose(ids, attempts, 'it was not acknowledged in time');
  return query select q, count(*) from unnest(queues) q group by q;
end
$$;

create function howdah.work_lose(ids bigint[], attempts int[], reason text) returns void
  language plpgsql volatile
as $$
begin
  if ids is not null then
    perform howdah.work_end(ids, attempts, array_fill('lost'::text, array[cardinality(ids)]), null,
                            array_fill(reason, array[cardinality(ids)]), null);
  end if;
end
$$;

-- Holds on to what is leased until a time; what is not returned was not held any more.
create function howdah.work_extend(ids bigint[], attempts int[], hold interval) returns setof bigint
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    update howdah.work_lease l
    set until = howdah.now() + hold
    from (select * from unnest(ids, attempts) as w (id, attempt) order by id) wanted
    where l.id = wanted.id and l.attempt = wanted.attempt and l.until is not null
    returning l.id;
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
      or exists (select from howdah.work_burst b, unnest(b.ids) i where i >= low and i < high)
      or exists (select from howdah.work_deferred where id >= low and id < high)
      or exists (select from howdah.work_inbox where id >= low and id < high)
      or exists (select from howdah.work_blocked where id >= low and id < high)
      or exists (select from howdah.work_waiting where id >= low and id < high);

select howdah.work_partitions(14, interval '100 years');

-- The first id of which the end is certain to be kept, if there is one. A body outlives its end where other work of its day has
-- not ended: of an older one without an end only looking everywhere tells whether it has none or had one.
create function howdah.work_remembered() returns bigint
  language sql volatile
  return howdah.work_id_at(howdah.now() - interval '6 days');

-- Those of these that have not ended. There is no index to find them by, so once for many, and only for old ones.
create function howdah.work_alive(ids bigint[]) returns setof bigint
  language plpgsql stable
as $$
begin
  if cardinality(ids) > 0 then
    return query
      select l.id from howdah.work_lease l where l.id = any (ids)
      union all
      select i from howdah.work_burst b, unnest(b.ids) i where i = any (work_alive.ids)
      union all
      select d.id from howdah.work_deferred d where d.id = any (ids)
      union all
      select w.id from howdah.work_waiting w where w.id = any (ids)
      union all
      select r.id from howdah.work_ready r where r.id = any (ids)
      union all
      select i.id from howdah.work_inbox i where i.id = any (ids)
      union all
      select b.id from howdah.work_blocked b where b.id = any (ids);
  end if;
end
$$;

-- Public: the W3C traceparent that this transaction is a part of, if somebody has said so:
-- set local howdah.traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'. What is none is taken for nothing.
create function howdah.traceparent() returns text
  language sql stable
  return substring(current_setting('howdah.traceparent', true)
                   from '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');

comment on function howdah.traceparent() is
  'Public: the W3C traceparent that your transaction is a part of, as said by: set local howdah.traceparent = ...';

-- Adds one piece of work, minding its unique key. When the key is taken: 'reject' and 'keep' add nothing and answer with the
-- one that has it; 'replace' puts the newcomer in its place. One that is running ends as it does, and does not begin again.
create function howdah.work_add(
    queue int, kind int, priority int, due_at timestamptz, max_attempts int, timeout interval, correlation text, trace text,
    unique_key text, conflict text, period interval, lane text, parent_id bigint, headers jsonb, content_type text,
    payload bytea, out id bigint, out added boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  seq bigint := howdah.work_next();
  flags smallint := (unique_key is not null)::int + 2 * (lane is not null)::int;
  holder bigint;
begin
  id := howdah.work_id(seq);
  added := true;
  if unique_key is not null then
    if conflict in ('reject', 'keep') and current_setting('transaction_isolation') = 'read committed' then
      -- Only looked at: if its row were locked until this transaction ends, so long could the work that has it not end.
      select u.id into holder
      from howdah.work_unique u
      where u.queue_id = queue and u.key = unique_key and (u.until is null or u.until > howdah.now());
      if found then
        id := holder;
        added := false;
        return;
      end if;
    end if;
    -- An expired key is as good as none.
    insert into howdah.work_unique as u (queue_id, key, id, until)
    values (queue, unique_key, id, howdah.now() + period)
    on conflict (queue_id, key) do update
      set id = excluded.id, until = excluded.until
      where u.until <= howdah.now();
    if not found then
      select u.id into holder from howdah.work_unique u where u.queue_id = queue and u.key = unique_key for update;
      if conflict in ('reject', 'keep') then
        id := holder;
        added := false;
        return;
      end if;
      update howdah.work_unique u set id = work_add.id, until = howdah.now() + period
      where u.queue_id = queue and u.key = unique_key;
      perform howdah.work_cancel(holder, 'replaced by ' || id, true);
    end if;
  end if;
  insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, timeout, unique_key, lane, correlation, trace,
                                parent_id, headers, content_type, payload)
  values (id, queue, kind, priority, max_attempts, timeout, unique_key, lane, correlation,
          coalesce(trace, howdah.traceparent()), parent_id, headers, content_type, payload);
  if due_at is not null then
    insert into howdah.work_deferred (id, due_at, queue_id, priority, kind_id, flags, attempt)
    values (id, due_at, queue, priority, kind, flags, 0);
  elsif lane is not null then
    insert into howdah.work_inbox (queue_id, seq, lane, id, priority, attempt, kind_id, flags)
    values (queue, seq, lane, id, priority, 0, kind, flags);
  else
    insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
    values (queue, priority, seq, id, 0, kind, flags);
  end if;
end
$$;

-- Keeps work from running, unless it runs already: what waits for its time is ended here, what is ready gets a mark for
-- work_sweep, and so does what runs, for its holder to see, unless it is done gently. False when it has ended or never was.
create function howdah.work_cancel(wanted bigint, reason text, gently boolean default false) returns boolean
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  body howdah.work_body;
  made int;
  had_flags smallint;
begin
  select * into body from howdah.work_body b where b.id = wanted;
  if not found
     or exists (select from howdah.work_outcome o
                where o.id = wanted and o.state in ('done', 'dead', 'discarded', 'cancelled'))
     or (wanted < howdah.work_remembered() and not exists (select from howdah.work_alive(array[wanted]))) then
    return false;
  end if;
  delete from howdah.work_deferred d where d.id = wanted returning d.attempt, d.flags into made, had_flags;
  if made is null then
    delete from howdah.work_waiting w where w.id = wanted returning 0, w.flags into made, had_flags;
  end if;
  if made is null and body.lane is not null then
    delete from howdah.work_blocked b
    where b.queue_id = body.queue_id and b.lane = body.lane and b.id = wanted
    returning b.attempt, b.flags into made, had_flags;
  end if;
  if made is null then
    -- A mark that is there may be one that work_sweep is just taking away: who came with locks of its own must not wait for it.
    if not exists (select from howdah.work_cancelled c where c.id = wanted) then
      insert into howdah.work_cancelled (id, at, reason, gentle) values (wanted, howdah.now(), reason, gently)
      on conflict do nothing;
    elsif not gently then
      update howdah.work_cancelled c set gentle = false, reason = work_cancel.reason
      where c.ctid = (select m.ctid from howdah.work_cancelled m where m.id = wanted and m.gentle for update skip locked);
    end if;
    return true;
  end if;
  insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, error)
  values (clock_timestamp(), wanted, made, 'cancelled', body.queue_id, body.kind_id, left(reason, 10000));
  if had_flags & 16 <> 0 then
    insert into howdah.work_ended (seq, id, state) values (howdah.work_next(), wanted, 'cancelled');
  end if;
  delete from howdah.work_unique u
  where u.queue_id = body.queue_id and u.key = body.unique_key and u.id = wanted and u.until is null;
  with left_place as (
    delete from howdah.work_place p where p.id = wanted returning p.queue_id, p.lane
  )
  insert into howdah.work_inbox (queue_id, seq, lane)
  select p.queue_id, howdah.work_next(), p.lane
  from left_place p
  where p.lane <> '';
  return true;
end
$$;

-- Ends what is not wanted any more and nobody has claimed, up to :most; the answer is of which queues. There is no index to
-- find it by, for everybody would pay for it: so once for many, and again only after a while for what was nowhere, which is
-- what somebody was just claiming or moving: nobody is waited for. Each is leased for the moment, so that it ends as
-- everything does.
create function howdah.work_sweep(most int)
  returns table (queue_id int, swept bigint)
  language plpgsql volatile
  set jit = off
as $$
#variable_conflict use_column
declare
  marked bigint[];
  ids bigint[];
  attempts int[];
  queues int[];
begin
  if not exists (select from howdah.work_cancelled) then
    return;
  end if;
  select array_agg(m.id) into marked
  from (
    select c.id
    from howdah.work_cancelled c
    where (c.swept_at is null or c.swept_at < howdah.now() - interval '10 s')
      and not exists (select from howdah.work_lease l where l.id = c.id)
      and howdah.job_final(c.id) is null
    limit most
    for update skip locked
  ) m;
  if marked is null then
    return;
  end if;
  with mark as materialized (
    select m.id from unnest(marked) as m (id)
  ), ready_place as materialized (
    select r.ctid as place from howdah.work_ready r join mark m on m.id = r.id for update of r skip locked
  ), ready as (
    delete from howdah.work_ready r using ready_place p where r.ctid = p.place returning r.*
  ), deferred_place as materialized (
    select d.ctid as place from howdah.work_deferred d join mark m on m.id = d.id for update of d skip locked
  ), deferred as (
    delete from howdah.work_deferred d using deferred_place p where d.ctid = p.place returning d.*
  ), inbox_place as materialized (
    select i.ctid as place from howdah.work_inbox i join mark m on m.id = i.id for update of i skip locked
  ), inbox as (
    delete from howdah.work_inbox i using inbox_place p where i.ctid = p.place returning i.*
  ), blocked_place as materialized (
    select b.ctid as place from howdah.work_blocked b join mark m on m.id = b.id for update of b skip locked
  ), blocked as (
    delete from howdah.work_blocked b using blocked_place p where b.ctid = p.place returning b.*
  ), found as (
    select r.id, r.attempt, r.queue_id, r.priority, r.kind_id, r.flags from ready r
    union all
    select d.id, d.attempt, d.queue_id, d.priority, d.kind_id, d.flags from deferred d
    union all
    select i.id, i.attempt, i.queue_id, i.priority, i.kind_id, i.flags from inbox i
    union all
    select b.id, b.attempt, b.queue_id, b.priority, b.kind_id, b.flags from blocked b
  ), leased as (
    insert into howdah.work_lease (id, attempt, until, queue_id, priority, kind_id, flags, claimed_at)
    select f.id, f.attempt, '-infinity', f.queue_id, f.priority, f.kind_id, f.flags, clock_timestamp()
    from found f
  )
  select array_agg(f.id), array_agg(f.attempt), array_agg(f.queue_id) into ids, attempts, queues
  from found f;
  update howdah.work_cancelled c set swept_at = howdah.now() where c.id = any (marked);
  if ids is not null then
    perform howdah.work_end(ids, attempts, array_fill('cancelled'::text, array[cardinality(ids)]), null, null, null);
    delete from howdah.work_cancelled c where c.id = any (ids);
  end if;
  return query select q, count(*) from unnest(queues) q group by q;
end
$$;

-- Lets begin what waited for others; the answer is the queues that have something new.
create function howdah.work_start(wanted bigint[]) returns setof int
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    with started as (
      delete from howdah.work_waiting w
      using unnest(wanted) as one (id)
      where w.id = one.id
      returning w.*
    ), item as materialized (
      select s.id, s.queue_id, s.priority, s.kind_id, s.flags, coalesce(s.due_at, howdah.now() + s.wait) as due_at, b.lane
      from started s
      join howdah.work_body b on b.id = s.id
      order by s.id
    ), ready as (
      insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
      select i.queue_id, i.priority, howdah.work_next(), i.id, 0, i.kind_id, i.flags
      from item i
      where i.due_at is null and i.lane is null
    ), inbox as (
      insert into howdah.work_inbox (queue_id, seq, lane, id, priority, attempt, kind_id, flags)
      select i.queue_id, howdah.work_next(), i.lane, i.id, i.priority, 0, i.kind_id, i.flags
      from item i
      where i.due_at is null and i.lane is not null
    ), deferred as (
      insert into howdah.work_deferred (id, due_at, queue_id, priority, kind_id, flags, attempt)
      select i.id, i.due_at, i.queue_id, i.priority, i.kind_id, i.flags, 0
      from item i
      where i.due_at is not null
    )
    select distinct i.queue_id from item i;
end
$$;

-- Headers are words with words: whatever else is given is kept as its text.
create function howdah.work_headers(given jsonb) returns jsonb
  language sql immutable
  return (select jsonb_object_agg(key, value) from jsonb_each_text(given));

-- Public: enqueues a job in the caller's transaction, from any language. The answer is its id, or the id of the job that has
-- its unique key already ('reject' raises unique_violation instead).
create function howdah.enqueue(
    kind text, payload jsonb, queue text default 'default', priority int default 5, delay interval default null,
    run_at timestamptz default null, max_attempts int default 20, unique_key text default null,
    if_exists text default 'keep', correlation text default null, key text default null, headers jsonb default null)
  returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  queue_number int := howdah.queue_id(queue);
  added record;
begin
  if if_exists not in ('keep', 'reject', 'replace') then
    raise invalid_parameter_value using message = format('if_exists must be keep, reject or replace: %s', if_exists);
  end if;
  if key is not null then
    perform howdah.work_open_gate(queue_number);
  end if;
  if delay < interval '0' then
    raise invalid_parameter_value using message = format('a delay must not be negative: %s', delay);
  end if;
  select * into added
  from howdah.work_add(queue_number, howdah.kind_id(kind), priority,
                       coalesce(run_at, howdah.now() + delay), max_attempts, null, correlation, null, unique_key, if_exists,
                       null, key, null, howdah.work_headers(headers), 'application/json',
                       convert_to(payload::text, 'UTF8'));
  if not added.added and if_exists = 'reject' then
    raise unique_violation using message = format('a job with the unique key %s is there already: %s', unique_key, added.id);
  end if;
  return added.id;
end
$$;

comment on function howdah.enqueue(text, jsonb, text, int, interval, timestamptz, int, text, text, text, text, jsonb) is
  'Public: enqueues a job in your transaction. Call howdah.wake after your commit if it should start at once.';
