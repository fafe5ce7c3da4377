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

-- What is known of jobs, found by id in each place where they can be; in none of them means that a job is ready or behind
-- its key, where nobody searches. Plans are pinned, for the hot tables among these look small and are full of dead rows.
create function howdah.job_info(ids bigint[])
  returns table (id bigint, type text, queue text, priority smallint, state text, attempts int, max_attempts int,
                 correlation text, parent_id bigint, created_at timestamptz, due_at timestamptz, ended_at timestamptz,
                 last_error text, progress_percent smallint, progress_message text, progress_attempt int,
                 progress_at timestamptz)
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
           progress.percent, progress.message, progress.attempt, progress.at
    from unnest(ids) as wanted (id)
    join howdah.work_body body on body.id = wanted.id
    join howdah.kind kind on kind.id = body.kind_id
    join howdah.queue queue on queue.id = body.queue_id
    left join howdah.work_lease lease on lease.id = body.id
    left join howdah.work_deferred deferred on deferred.id = body.id
    left join howdah.work_waiting waiting on waiting.id = body.id
    left join howdah.job_progress progress on progress.id = body.id
    left join lateral (
      select o.state, o.attempt, o.at
      from howdah.work_outcome o
      where o.id = body.id and o.state in ('done', 'dead', 'discarded', 'cancelled')
      order by o.at desc
      limit 1
    ) final on true;
end
$$;
