-- oldest-compatible: 1
-- What a job leaves behind while it runs, and how jobs hang together.

-- How far a job is. Rewritten again and again, so narrow, with room on its page and no index but the key.
create table howdah.job_progress (
  id       bigint primary key,
  attempt  int not null,
  percent  smallint not null check (percent between 0 and 100),
  message  text not null check (length(message) <= 500),
  at       timestamptz not null
) partition by range (id);

create table howdah.job_progress_rest partition of howdah.job_progress default with (fillfactor = 50);

create table howdah.job_log (
  id       bigint not null,
  seq      bigint not null,
  attempt  int not null,
  at       timestamptz not null,
  line     text not null check (length(line) <= 1000),
  primary key (id, seq)
) partition by range (id);

create table howdah.job_log_rest partition of howdah.job_log default;

-- What a finished step gave. The first to say so is right: nothing is ever overwritten.
create table howdah.job_step (
  id            bigint not null,
  name          text not null check (length(name) between 1 and 100),
  attempt       int not null,
  at            timestamptz not null,
  content_type  text not null check (length(content_type) between 1 and 200),
  result        bytea not null check (length(result) <= 65536),
  primary key (id, name)
) partition by range (id);

create table howdah.job_step_rest partition of howdah.job_step default;

-- Makes the partitions of the coming weeks, and drops those of weeks of which no body is left. A week, because there is
-- little in them. With its owner's rights, as howdah.work_partitions.
create function howdah.job_partitions(ahead int) returns int
  language plpgsql volatile
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '200ms'
as $$
declare
  this_week date := date_trunc('week', howdah.now() at time zone 'utc')::date;
  week date;
  part record;
  dropped int := 0;
begin
  for week in select w::date from generate_series(this_week, this_week + ahead, interval '7 days') w loop
    for part in select unnest(array['job_progress', 'job_log', 'job_step']) as name loop
      perform howdah.work_partition(part.name, week,
        howdah.work_id_at(week::timestamp at time zone 'utc')::text,
        howdah.work_id_at((week + 7)::timestamp at time zone 'utc')::text);
    end loop;
  end loop;
  for part in
    select c.oid::regclass as name, p.relname as parent, to_date(right(c.relname, 8), 'YYYYMMDD') as week,
           c.reloptions is null as plain
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where c.relname ~ '_[0-9]{8}$'
      and p.oid in ('howdah.job_progress'::regclass, 'howdah.job_log'::regclass, 'howdah.job_step'::regclass)
  loop
    begin
      if part.week < this_week and not exists (
        select from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'howdah.work_body'::regclass and c.relname ~ '_[0-9]{8}$'
          and to_date(right(c.relname, 8), 'YYYYMMDD') between part.week and part.week + 6)
      then
        execute format('drop table %s', part.name);
        dropped := dropped + 1;
      elsif part.parent = 'job_progress' and part.plain then
        execute format('alter table %s set (fillfactor = 50)', part.name);
      end if;
    exception
      when lock_not_available then null;
    end;
  end loop;
  return dropped;
end
$$;

select howdah.job_partitions(14);

-- How far jobs are, many at once. Of each, only what the attempt that holds it says.
create function howdah.job_keep_progress(ids bigint[], attempts int[], percents int[], messages text[]) returns void
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into howdah.job_progress as p (id, attempt, percent, message, at)
  select g.id, g.attempt, g.percent, g.message, clock_timestamp()
  from unnest(ids, attempts, percents, messages) as g (id, attempt, percent, message)
  join howdah.work_lease l on l.id = g.id and l.attempt = g.attempt
  order by g.id
  on conflict (id) do update
    set attempt = excluded.attempt, percent = excluded.percent, message = excluded.message, at = excluded.at
    where p.attempt <= excluded.attempt;
end
$$;

-- Lines of many jobs, in their order; of a job that has :most already, no more.
create function howdah.job_keep_lines(ids bigint[], attempts int[], ages bigint[], lines text[], most int) returns void
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into howdah.job_log (id, seq, attempt, at, line)
  select g.id, howdah.work_next(), g.attempt, clock_timestamp() - g.age * interval '1 microsecond', g.line
  from (
    select o.*
    from unnest(ids, attempts, ages, lines) with ordinality as o (id, attempt, age, line, place)
    join howdah.work_lease l on l.id = o.id and l.attempt = o.attempt
    where (select count(*) from howdah.job_log k where k.id = o.id) < most
    order by o.place
  ) g;
end
$$;

-- Remembers the result of a step, unless the attempt does not hold its job any more. The lease is locked as long as the
-- transaction lasts: whoever takes the job over sees the step, or it was never remembered.
create function howdah.job_keep_step(job bigint, held_attempt int, step text, content_type text, result bytea, most int)
  returns text
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
as $$
begin
  perform from howdah.work_lease l where l.id = job and l.attempt = held_attempt for key share;
  if not found then
    return 'lost';
  end if;
  if (select count(*) from howdah.job_step s where s.id = job) >= most then
    return 'full';
  end if;
  insert into howdah.job_step (id, name, attempt, at, content_type, result)
  values (job, step, held_attempt, clock_timestamp(), job_keep_step.content_type, job_keep_step.result)
  on conflict (id, name) do nothing;
  return case when found then 'kept' else 'there' end;
end
$$;

-- Jobs that ended without success and that somebody has dealt with: tried again as another, or discarded. Once, whoever asks.
create table howdah.job_settled (
  id          bigint primary key,
  at          timestamptz not null,
  retried_as  bigint
);

create unique index job_settled_as on howdah.job_settled (retried_as) where retried_as is not null;

-- What is known of jobs, found by id in each place where they can be; in none of them means that a job is ready, where nobody
-- searches, unless it is so old that its end may have been dropped before its body: then it is not there any more. Plans are
-- pinned, for the hot tables among these look small and are full of dead rows.
create function howdah.job_info(ids bigint[])
  returns table (id bigint, type text, queue text, priority smallint, state text, attempts int, max_attempts int,
                 correlation text, key text, parent_id bigint, created_at timestamptz, due_at timestamptz, ended_at timestamptz,
                 last_error text, progress_percent smallint, progress_message text, progress_attempt int,
                 progress_at timestamptz, retried_as bigint, retry_of bigint)
  language plpgsql stable
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  remembered bigint := howdah.work_remembered();
  alive bigint[] := array(select howdah.work_alive(array(select i from unnest(ids) i where i < remembered)));
begin
  return query
    select body.id, kind.name, queue.name, body.priority,
           case when final.state is not null then final.state
                when lease.id is not null then 'running'
                when deferred.id is not null then 'deferred'
                when waiting.id is not null then 'waiting'
                when blocked.id is not null then 'blocked'
                else 'ready' end,
           coalesce(final.attempt, lease.attempt, deferred.attempt,
                    (select max(o.attempt) from howdah.work_outcome o where o.id = body.id), 0),
           body.max_attempts, body.correlation, body.lane, body.parent_id, howdah.work_time(body.id), deferred.due_at, final.at,
           (select o.error from howdah.work_outcome o where o.id = body.id and o.error is not null
            order by o.at desc limit 1),
           progress.percent, progress.message, progress.attempt, progress.at, settled.retried_as,
           (select earlier.id from howdah.job_settled earlier where earlier.retried_as = body.id)
    from unnest(ids) as wanted (id)
    join howdah.work_body body on body.id = wanted.id
    join howdah.kind kind on kind.id = body.kind_id
    join howdah.queue queue on queue.id = body.queue_id
    left join howdah.work_lease lease on lease.id = body.id
    left join howdah.work_deferred deferred on deferred.id = body.id
    left join howdah.work_waiting waiting on waiting.id = body.id
    left join howdah.work_blocked blocked
      on blocked.queue_id = body.queue_id and blocked.lane = body.lane and blocked.id = body.id
    left join howdah.job_progress progress on progress.id = body.id
    left join howdah.job_settled settled on settled.id = body.id
    left join lateral (
      select o.state, o.attempt, o.at
      from howdah.work_outcome o
      where o.id = body.id and o.state in ('done', 'dead', 'discarded', 'cancelled')
      order by o.at desc
      limit 1
    ) final on true
    where final.state is not null or body.id >= remembered or body.id = any (alive);
end
$$;

-- How a job ended at last; null while it has not.
create function howdah.job_final(wanted bigint) returns text
  language sql stable
  return (
    select o.state
    from howdah.work_outcome o
    where o.id = wanted and o.state in ('done', 'dead', 'discarded', 'cancelled')
    order by o.at desc
    limit 1);

-- Tries a job that ended without success again, as a new one: bodies and ends are never changed, and an attempt number that
-- began anew would be the fence of an old one. With the same payload it goes on after the steps that were finished.
create function howdah.job_retry(wanted bigint, new_kind text, new_type text, new_payload bytea, out answer text, out id bigint)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  body howdah.work_body;
  added record;
begin
  select * into body from howdah.work_body b where b.id = wanted;
  if not found then
    answer := 'gone';
  elsif exists (select from howdah.job_settled s where s.id = wanted and s.retried_as is not null) then
    answer := 'retried';
  elsif exists (select from howdah.job_node n where n.id = wanted) then
    answer := 'workflow';
  elsif coalesce(howdah.job_final(wanted), 'done') = 'done' then
    answer := 'not-failed';
  elsif new_kind is not null and not exists (select from howdah.kind k where k.id = body.kind_id and k.name = new_kind) then
    answer := 'other-type';
  end if;
  if answer is not null then
    return;
  end if;
  -- Whoever comes second waits here for the first.
  insert into howdah.job_settled as s (id, at) values (wanted, howdah.now())
  on conflict on constraint job_settled_pkey do update set at = excluded.at where s.retried_as is null;
  if not found then
    answer := 'retried';
    return;
  end if;
  select * into added
  from howdah.work_add(body.queue_id, body.kind_id, body.priority, null, body.max_attempts, body.timeout, body.correlation,
                       body.trace, body.unique_key, 'keep', null, body.lane, body.parent_id, body.headers,
                       coalesce(new_type, body.content_type), coalesce(new_payload, body.payload));
  id := added.id;
  if not added.added then
    answer := 'key-taken';
    delete from howdah.job_settled s where s.id = wanted;
    return;
  end if;
  answer := 'ok';
  update howdah.job_settled s set retried_as = added.id where s.id = wanted;
  if new_payload is null then
    insert into howdah.job_step (id, name, attempt, at, content_type, result)
    select added.id, step.name, 0, step.at, step.content_type, step.result
    from howdah.job_step step
    where step.id = wanted;
  end if;
end
$$;

-- Takes a dead job from among those that somebody should look at; false when it is not dead or was dealt with before.
create function howdah.job_discard(wanted bigint, reason text) returns boolean
  language plpgsql volatile
as $$
begin
  if howdah.job_final(wanted) is distinct from 'dead' then
    return false;
  end if;
  insert into howdah.job_settled (id, at) values (wanted, howdah.now()) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, error)
  select clock_timestamp(), o.id, o.attempt, 'discarded', o.queue_id, o.kind_id, left(reason, 10000)
  from howdah.work_outcome o
  where o.id = wanted and o.state = 'dead'
  order by o.at desc
  limit 1;
  return true;
end
$$;

-- A page of jobs, not of messages, that ended without success, the last first. It looks at no more than :look ends, so that no filter makes it
-- slow: a page may be short and still have a next one. It stops when the page is full, and looks elsewhere only for what fits by what is in
-- the end itself.
create function howdah.job_failed_page(wanted_states text[], wanted_queue text, wanted_kind text, wanted_lane text,
    wanted_correlation text, since timestamptz, before timestamptz, before_id bigint, look int, most int,
    out ids bigint[], out next_at timestamptz, out next_id bigint)
  language plpgsql stable
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  queue_id_wanted int := (select q.id from howdah.queue q where q.name = wanted_queue);
  kind_id_wanted int := (select k.id from howdah.kind k where k.name = coalesce(wanted_kind, 'message'));
  looked int := 0;
  one record;
begin
  ids := '{}';
  for one in
    select o.at, o.id,
           o.state = any (wanted_states)
           and (wanted_queue is null or o.queue_id = queue_id_wanted)
           and (o.kind_id is not distinct from kind_id_wanted) = (wanted_kind is not null)
           and not exists (select from howdah.job_settled s
                           where s.id = o.id and (s.retried_as is not null or o.state = 'dead'))
           and exists (select from howdah.work_body b
                       where b.id = o.id
                         and (wanted_lane is null or b.lane = wanted_lane)
                         and (wanted_correlation is null or b.correlation = wanted_correlation)) as fits
    from howdah.work_outcome o
    where o.state in ('dead', 'discarded', 'cancelled') and o.at >= since and (o.at, o.id) < (before, before_id)
    order by o.at desc, o.id desc
    limit look
  loop
    looked := looked + 1;
    next_at := one.at;
    next_id := one.id;
    if one.fits then
      ids := ids || one.id;
      exit when cardinality(ids) = most;
    end if;
  end loop;
  if looked < look and cardinality(ids) < most then
    next_at := null;
    next_id := null;
  end if;
end
$$;

-- A page of jobs that have not ended, the youngest first. It looks at bodies only, for old ones also at where work waits, and at
-- no more than :look of them.
create function howdah.job_pending_page(wanted_queue text, wanted_kind text, wanted_lane text, wanted_correlation text,
    since timestamptz, before_id bigint, look int, most int, out ids bigint[], out next_id bigint)
  language plpgsql stable
  set jit = off
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  remembered bigint := howdah.work_remembered();
  looked int;
  last_id bigint;
begin
  with examined as materialized (
    select b.id, b.queue_id, b.kind_id, b.lane, b.correlation
    from howdah.work_body b
    where b.id < before_id and b.id >= howdah.work_id_at(since)
    order by b.id desc
    limit look
  ), alive as materialized (
    select a.id
    from howdah.work_alive(array(select e.id from examined e where e.id < remembered)) as a (id)
  ), matched as materialized (
    select e.id
    from examined e
    join howdah.queue q on q.id = e.queue_id
    join howdah.kind k on k.id = e.kind_id
    where (wanted_queue is null or q.name = wanted_queue)
      and case when wanted_kind is null then k.name <> 'message' else k.name = wanted_kind end
      and (wanted_lane is null or e.lane = wanted_lane)
      and (wanted_correlation is null or e.correlation = wanted_correlation)
      and howdah.job_final(e.id) is null
      and (e.id >= remembered or e.id in (select a.id from alive a))
    order by e.id desc
    limit most
  )
  select (select array_agg(m.id order by m.id desc) from matched m), (select count(*) from examined),
         case when (select count(*) from matched) = most then (select min(m.id) from matched m)
              else (select min(e.id) from examined e) end
  into ids, looked, last_id;
  ids := coalesce(ids, '{}');
  if looked = look or cardinality(ids) = most then
    next_id := last_id;
  end if;
end
$$;

-- Jobs that hang together: a workflow is a graph of named jobs, a batch is many without names. Written with the jobs; what
-- changes in these tables afterwards is changed by howdah.flow_advance alone.
create table howdah.job_flow (
  id           bigint primary key,
  name         text not null check (length(name) between 1 and 100),
  -- What becomes of the rest when one fails: 'stop' cancels it, 'continue' lets go on what does not depend on it.
  policy       text not null check (policy in ('stop', 'continue')),
  correlation  text check (length(correlation) between 1 and 200),
  failed       boolean not null default false,
  stopped      boolean not null default false,
  ended_at     timestamptz
);

create index job_flow_correlation on howdah.job_flow (correlation, id) where correlation is not null;
create index job_flow_ended on howdah.job_flow (ended_at) where ended_at is not null;

-- Its key is the job's. A 'failure' job runs when the others are over and one of them failed, an 'always' job in any case.
-- The result is copied here, for a workflow may last longer than ends are kept.
create table howdah.job_node (
  id           bigint primary key,
  flow_id      bigint not null,
  name         text check (length(name) between 1 and 100),
  role         text not null check (role in ('step', 'failure', 'always')),
  state        text not null
    check (state in ('waiting', 'started', 'done', 'dead', 'discarded', 'cancelled', 'skipped')),
  ended_at     timestamptz,
  result       bytea,
  result_type  text
);

create unique index job_node_name on howdah.job_node (flow_id, name) where name is not null;
create index job_node_flow on howdah.job_node (flow_id, id);
create index job_node_open on howdah.job_node (flow_id, role) where state in ('waiting', 'started');

create table howdah.job_edge (
  flow_id  bigint not null,
  name     text not null,
  after    text not null,
  primary key (flow_id, name, after)
);

create index job_edge_after on howdah.job_edge (flow_id, after);

-- Acts upon what has ended: starts what has become runnable, stops what has become pointless, ends what is over. One at a
-- time, so that it sees all that was acted upon before: two that end at the same moment cannot both take the other to be
-- running still. What ended is told by rows that were written with the ends and are removed here in one transaction with
-- all that follows from them, so a process that dies loses nothing and does nothing twice.
create function howdah.flow_advance(after bigint, most int, out last_seq bigint, out handled int, out queues text[])
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  begun bigint[];
  closed bigint[];
  touched bigint[];
  starting bigint[];
begin
  handled := 0;
  perform from howdah.work_ended e where e.seq > after limit 1;
  if not found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('howdah.flows.' || 'howdah.job_flow'::regclass::oid, 0));
  with next as materialized (
    select e.ctid as place from howdah.work_ended e where e.seq > after order by e.seq limit most
  ), taken as (
    delete from howdah.work_ended e using next where e.ctid = next.place returning e.*
  ), over as (
    update howdah.job_node n
    set state = t.state, ended_at = clock_timestamp(),
        (result, result_type) = (
          select o.result, o.result_type
          from howdah.work_outcome o
          where o.id = n.id and o.state = 'done' and n.name is not null
          order by o.at desc
          limit 1)
    from taken t
    where n.id = t.id and t.state in ('done', 'dead', 'discarded', 'cancelled') and n.state in ('waiting', 'started')
    returning n.id, n.flow_id
  ), asked as (
    update howdah.job_flow f
    set stopped = f.stopped or t.stop
    from (
      select w.id, bool_or(w.state = 'stop') as stop, bool_or(w.state in ('begin', 'retry')) as start
      from taken w
      where w.state in ('begin', 'stop', 'retry')
      group by w.id
    ) t
    where f.id = t.id and (f.ended_at is null or t.start)
    returning f.id, t.start
  )
  select max(t.seq), count(*),
         (select array_agg(o.id) from over o),
         (select array_agg(a.id) from asked a where a.start),
         (select array_agg(distinct f.id) from (select flow_id as id from over union select id from asked) f)
  into last_seq, handled, closed, begun, touched
  from taken t;
  perform howdah.flow_revive(f.id) from howdah.job_flow f where f.id = any (begun) and f.ended_at is not null;
  perform howdah.flow_fail(closed, touched);
  starting := howdah.flow_runnable(closed, begun);
  starting := starting || howdah.flow_last(touched);
  queues := array(select q.name from howdah.work_start(starting) as s (id) join howdah.queue q on q.id = s.id);
  update howdah.job_flow f
  set ended_at = howdah.now()
  where f.id = any (touched) and f.ended_at is null
    and not exists (select from howdah.job_node n where n.flow_id = f.id and n.state in ('waiting', 'started'));
  -- A job that was there for a failure which never came is over too.
  perform howdah.work_cancel(n.id, 'its workflow needed it not')
  from howdah.job_flow f
  join howdah.job_node n on n.flow_id = f.id
  where f.id = any (touched) and f.ended_at is not null and not f.failed and not f.stopped and n.state = 'skipped';
end
$$;

-- What follows from jobs that did not succeed, and from the wish to stop: what waits is skipped, what runs is cancelled.
-- Skipped jobs keep waiting where they are, until their workflow is tried again or forgotten.
create function howdah.flow_fail(closed bigint[], touched bigint[]) returns void
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  unwanted bigint[];
begin
  update howdah.job_flow f
  set failed = true
  from howdah.job_node n
  where n.id = any (closed) and n.role <> 'failure' and n.state <> 'done' and f.id = n.flow_id and not f.failed;
  with halted as materialized (
    select f.id, f.stopped
    from howdah.job_flow f
    where f.id = any (touched) and f.ended_at is null and (f.stopped or f.failed and f.policy = 'stop')
  ), skipped as (
    update howdah.job_node n
    set state = 'skipped', ended_at = clock_timestamp()
    from halted h
    where n.flow_id = h.id and n.state = 'waiting' and (n.role = 'step' or h.stopped)
  )
  select array_agg(n.id order by n.id) into unwanted
  from halted h
  join howdah.job_node n on n.flow_id = h.id
  where n.state = 'started' and (n.role = 'step' or h.stopped);
  perform howdah.work_cancel(one, 'its workflow is stopped') from unnest(unwanted) as one;
  with recursive hopeless as (
    select e.flow_id, e.name
    from howdah.job_node n
    join howdah.job_edge e on e.flow_id = n.flow_id and e.after = n.name
    where n.id = any (closed) and n.state <> 'done'
    union
    select e.flow_id, e.name
    from hopeless h
    join howdah.job_edge e on e.flow_id = h.flow_id and e.after = h.name
  )
  update howdah.job_node n
  set state = 'skipped', ended_at = clock_timestamp()
  from hopeless h
  where n.flow_id = h.flow_id and n.name = h.name and n.state = 'waiting';
end
$$;

-- Of what comes after these, or of whole workflows that begin, what waits for nothing any more.
create function howdah.flow_runnable(closed bigint[], begun bigint[]) returns bigint[]
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  answer bigint[];
begin
  with candidate as materialized (
    select n.id, n.flow_id, n.name
    from howdah.job_node p
    join howdah.job_edge e on e.flow_id = p.flow_id and e.after = p.name
    join howdah.job_node n on n.flow_id = e.flow_id and n.name = e.name
    where p.id = any (closed) and p.state = 'done' and n.state = 'waiting'
    union
    select n.id, n.flow_id, n.name
    from howdah.job_node n
    where n.flow_id = any (begun) and n.role = 'step' and n.state = 'waiting'
  ), started as (
    update howdah.job_node n
    set state = 'started'
    from candidate c
    where n.id = c.id and not exists (
      select from howdah.job_edge e
      join howdah.job_node p on p.flow_id = e.flow_id and p.name = e.after
      where e.flow_id = c.flow_id and e.name = c.name and p.state <> 'done')
    returning n.id
  )
  select array_agg(s.id order by s.id) into answer from started s;
  return answer;
end
$$;

-- Of those whose steps are all over, the jobs that come last: those for a failure only if there was one.
create function howdah.flow_last(touched bigint[]) returns bigint[]
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  answer bigint[];
begin
  with decided as (
    update howdah.job_node n
    set state = case when n.role = 'always' or f.failed then 'started' else 'skipped' end,
        ended_at = case when n.role = 'always' or f.failed then null else clock_timestamp() end
    from howdah.job_flow f
    where f.id = any (touched) and f.ended_at is null and n.flow_id = f.id and n.role <> 'step' and n.state = 'waiting'
      and not exists (
        select from howdah.job_node o
        where o.flow_id = f.id and o.role = 'step' and o.state in ('waiting', 'started'))
    returning n.id, n.state
  )
  select array_agg(d.id order by d.id) into answer from decided d where d.state = 'started';
  return answer;
end
$$;

-- Lets a workflow that failed or was stopped begin anew where it was: what is done stays done, what ended otherwise is
-- replaced by a new job, what was skipped waits again.
create function howdah.flow_revive(flow bigint) returns void
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  node record;
  new_id bigint;
begin
  if howdah.flow_is_incomplete(flow) then
    return;
  end if;
  for node in
    select n.id
    from howdah.job_node n
    where n.flow_id = flow and (n.role <> 'step' or n.state <> 'done')
      and not exists (select from howdah.work_waiting w where w.id = n.id)
    order by n.id
  loop
    new_id := howdah.work_id(howdah.work_next());
    insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, timeout, lane, correlation, trace, parent_id,
                                  headers, content_type, payload)
    select new_id, b.queue_id, b.kind_id, b.priority, b.max_attempts, b.timeout, b.lane, b.correlation, b.trace, b.parent_id,
           b.headers, b.content_type, b.payload
    from howdah.work_body b
    where b.id = node.id;
    insert into howdah.work_waiting (id, queue_id, priority, kind_id, flags)
    select new_id, b.queue_id, b.priority, b.kind_id, 16 + 2 * (b.lane is not null)::int
    from howdah.work_body b
    where b.id = node.id;
    insert into howdah.job_step (id, name, attempt, at, content_type, result)
    select new_id, s.name, 0, s.at, s.content_type, s.result
    from howdah.job_step s
    where s.id = node.id;
    insert into howdah.job_settled as s (id, at, retried_as) values (node.id, howdah.now(), new_id)
    on conflict (id) do update set retried_as = excluded.retried_as;
    update howdah.job_node n set id = new_id, result = null, result_type = null where n.id = node.id;
  end loop;
  update howdah.job_node n
  set state = 'waiting', ended_at = null
  where n.flow_id = flow and (n.role <> 'step' or n.state <> 'done');
  update howdah.job_flow f set failed = false, stopped = false, ended_at = null where f.id = flow;
end
$$;

-- Something of it was forgotten already that would have to run again.
create function howdah.flow_is_incomplete(flow bigint) returns boolean
  language sql stable
  return exists (
    select from howdah.job_node n
    where n.flow_id = flow and (n.role <> 'step' or n.state <> 'done')
      and not exists (select from howdah.work_body b where b.id = n.id));

-- Adds jobs to the batch of one that is running, in the transaction that enqueues them. Its lease is locked as long as that
-- lasts, so that the batch cannot be over before.
create function howdah.flow_join(member bigint, held_attempt int, ids bigint[]) returns text
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
as $$
#variable_conflict use_variable
declare
  flow howdah.job_flow;
begin
  perform from howdah.work_lease l where l.id = member and l.attempt = held_attempt for key share;
  if not found then
    return 'lost';
  end if;
  select f.* into flow
  from howdah.job_node n
  join howdah.job_flow f on f.id = n.flow_id
  where n.id = member and n.name is null and n.role = 'step';
  if not found then
    return 'no-batch';
  end if;
  if flow.stopped then
    return 'stopped';
  end if;
  insert into howdah.job_node (id, flow_id, role, state)
  select one, flow.id, 'step', 'started'
  from unnest(ids) as one;
  return 'ok';
end
$$;

-- Asks for something to be done to a workflow: 'begin', 'stop' or 'retry'. In the caller's transaction, without a lock.
create function howdah.flow_ask(flow bigint, what text) returns boolean
  language plpgsql volatile
as $$
begin
  perform from howdah.job_flow f
  where f.id = flow
    and case what when 'retry' then f.ended_at is not null and (f.failed or f.stopped) and not howdah.flow_is_incomplete(flow)
             else f.ended_at is null end;
  if not found then
    return false;
  end if;
  insert into howdah.work_ended (seq, id, state) values (howdah.work_next(), flow, what);
  return true;
end
$$;

-- Forgets workflows that ended longer ago than :keep, some at a time, and what was skipped in them.
create function howdah.flow_forget(keep interval, most int) returns int
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  old bigint[];
begin
  old := array(
    select f.id from howdah.job_flow f
    where f.ended_at < (select howdah.now()) - keep
    order by f.ended_at
    limit most
    for update skip locked);
  delete from howdah.work_waiting w using howdah.job_node n where n.flow_id = any (old) and w.id = n.id;
  delete from howdah.job_edge e where e.flow_id = any (old);
  delete from howdah.job_node n where n.flow_id = any (old);
  delete from howdah.job_flow f where f.id = any (old);
  delete from howdah.job_settled s
  where s.at < (select howdah.now()) - keep and not exists (select from howdah.work_body b where b.id = s.id);
  return cardinality(old);
end
$$;

-- Tells the planner about the partitioned tables as wholes, which autovacuum never does. With its owner's rights, and without
-- waiting for anybody.
create function howdah.work_analyze() returns void
  language plpgsql volatile
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '200ms'
as $$
begin
  analyze howdah.work_body, howdah.work_outcome, howdah.job_progress, howdah.job_log, howdah.job_step;
exception
  when lock_not_available then null;
end
$$;

-- Hot tables whose indexes are larger than :least_bytes and four times what their rows need, and whether the asking role may
-- rebuild them: their owner may, and since PostgreSQL 17 whoever was granted MAINTAIN.
create function howdah.work_bloated(least_bytes bigint)
  returns table (name text, bytes bigint, allowed boolean)
  language sql stable
as $$
  select c.relname::text, pg_indexes_size(c.oid),
         pg_has_role(current_user, c.relowner, 'USAGE')
         or case when current_setting('server_version_num')::int >= 170000
                 then has_table_privilege(c.oid, 'MAINTAIN') else false end
  from pg_class c
  left join pg_stat_user_tables s on s.relid = c.oid
  where c.oid in ('howdah.work_ready'::regclass, 'howdah.work_lease'::regclass, 'howdah.work_deferred'::regclass,
                  'howdah.work_inbox'::regclass, 'howdah.work_blocked'::regclass, 'howdah.work_place'::regclass,
                  'howdah.work_waiting'::regclass, 'howdah.work_ended'::regclass, 'howdah.work_unique'::regclass)
    and pg_indexes_size(c.oid) > greatest(least_bytes, 4 * 200 * coalesce(s.n_live_tup, 0))
    -- One at a time, whoever rebuilds what.
    and not exists (select from pg_stat_progress_create_index p where p.datname = current_database());
$$;
