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

-- What is known of jobs, found by id in each place where they can be; in none of them means that a job is ready or behind
-- its key, where nobody searches. Plans are pinned, for the hot tables among these look small and are full of dead rows.
create function howdah.job_info(ids bigint[])
  returns table (id bigint, type text, queue text, priority smallint, state text, attempts int, max_attempts int,
                 correlation text, parent_id bigint, created_at timestamptz, due_at timestamptz, ended_at timestamptz,
                 last_error text, progress_percent smallint, progress_message text, progress_attempt int,
                 progress_at timestamptz, retried_as bigint, retry_of bigint)
  language plpgsql stable
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    select body.id, kind.name, queue.name, body.priority,
           case when final.state is not null then final.state
                when lease.id is not null then 'running'
                when deferred.id is not null then 'deferred'
                when waiting.id is not null then 'waiting'
                else 'ready' end,
           coalesce(final.attempt, lease.attempt, deferred.attempt,
                    (select max(o.attempt) from howdah.work_outcome o where o.id = body.id), 0),
           body.max_attempts, body.correlation, body.parent_id, howdah.work_time(body.id), deferred.due_at, final.at,
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
    left join howdah.job_progress progress on progress.id = body.id
    left join howdah.job_settled settled on settled.id = body.id
    left join lateral (
      select o.state, o.attempt, o.at
      from howdah.work_outcome o
      where o.id = body.id and o.state in ('done', 'dead', 'discarded', 'cancelled')
      order by o.at desc
      limit 1
    ) final on true;
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
  select clock_timestamp(), o.id, o.attempt, 'discarded', o.queue_id, o.kind_id, reason
  from howdah.work_outcome o
  where o.id = wanted and o.state = 'dead'
  order by o.at desc
  limit 1;
  return true;
end
$$;

-- A page of jobs that ended without success, the last first. It looks at no more than :look ends, so that no filter makes it
-- slow: a page may be short and still have a next one.
create function howdah.job_failed_page(wanted_states text[], wanted_queue text, wanted_kind text, wanted_lane text,
    wanted_correlation text, since timestamptz, before timestamptz, before_id bigint, look int, most int,
    out ids bigint[], out next_at timestamptz, out next_id bigint)
  language plpgsql stable
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  looked int;
  last_at timestamptz;
  last_id bigint;
begin
  with examined as materialized (
    select o.at, o.id, o.state, o.queue_id, o.kind_id
    from howdah.work_outcome o
    where o.state in ('dead', 'discarded', 'cancelled') and o.at >= since and (o.at, o.id) < (before, before_id)
    order by o.at desc, o.id desc
    limit look
  ), matched as materialized (
    select e.at, e.id
    from examined e
    join howdah.work_body b on b.id = e.id
    join howdah.queue q on q.id = e.queue_id
    join howdah.kind k on k.id = e.kind_id
    left join howdah.job_settled s on s.id = e.id
    where e.state = any (wanted_states)
      and (s.id is null or s.retried_as is null and e.state <> 'dead')
      and (wanted_queue is null or q.name = wanted_queue)
      and (wanted_kind is null or k.name = wanted_kind)
      and (wanted_lane is null or b.lane = wanted_lane)
      and (wanted_correlation is null or b.correlation = wanted_correlation)
    order by e.at desc, e.id desc
    limit most
  )
  select (select array_agg(m.id order by m.at desc, m.id desc) from matched m),
         (select count(*) from examined),
         coalesce(m.at, e.at), coalesce(m.id, e.id)
  into ids, looked, last_at, last_id
  from (select min(at) as at from examined) earliest
  left join lateral (select * from examined x where x.at = earliest.at order by x.id limit 1) e on true
  left join lateral (select * from matched x order by x.at, x.id limit 1) m on (select count(*) from matched) = most;
  ids := coalesce(ids, '{}');
  if looked = look or cardinality(ids) = most then
    next_at := last_at;
    next_id := last_id;
  end if;
end
$$;

-- A page of jobs that have not ended, the youngest first. It looks at bodies only, never at where work waits, and at no more
-- than :look of them.
create function howdah.job_pending_page(wanted_queue text, wanted_kind text, wanted_lane text, wanted_correlation text,
    since timestamptz, before_id bigint, look int, most int, out ids bigint[], out next_id bigint)
  language plpgsql stable
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  looked int;
  last_id bigint;
begin
  with examined as materialized (
    select b.id, b.queue_id, b.kind_id, b.lane, b.correlation
    from howdah.work_body b
    where b.id < before_id and b.id >= howdah.work_id_at(since)
    order by b.id desc
    limit look
  ), matched as materialized (
    select e.id
    from examined e
    join howdah.queue q on q.id = e.queue_id
    join howdah.kind k on k.id = e.kind_id
    where (wanted_queue is null or q.name = wanted_queue)
      and (wanted_kind is null or k.name = wanted_kind)
      and (wanted_lane is null or e.lane = wanted_lane)
      and (wanted_correlation is null or e.correlation = wanted_correlation)
      and howdah.job_final(e.id) is null
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
