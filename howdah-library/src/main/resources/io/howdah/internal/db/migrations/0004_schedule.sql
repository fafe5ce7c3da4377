-- oldest-compatible: 1
-- Schedules: which job is enqueued when. Ticks are computed in Java, in the zone; which of them are due is judged here.

-- Written when it is declared, paused or resumed; a tick does not touch it.
create table howdah.schedule (
  id            int generated always as identity primary key,
  name          text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$'),
  cron          text check (length(cron) between 1 and 200),
  zone          text check (length(zone) between 1 and 100),
  every         interval check (every >= interval '1 second'),
  anchor        timestamptz,
  kind          text not null check (length(kind) between 1 and 100),
  queue         text not null check (length(queue) between 1 and 100),
  priority      smallint not null check (priority between 0 and 9),
  max_attempts  int not null check (max_attempts between 1 and 1000),
  timeout       interval,
  lane          text check (length(lane) between 1 and 200),
  misfire       text not null check (misfire in ('skip', 'coalesce', 'catch-up')),
  catch_up      int check (catch_up between 1 and 1000),
  overlap       text not null check (overlap in ('allow', 'skip')),
  content_type  text not null check (length(content_type) between 1 and 200),
  payload       bytea not null check (length(payload) <= 1048576),
  declared_at   timestamptz not null,
  paused_at     timestamptz,
  check ((cron is null) = (zone is null) and (every is null) = (anchor is null) and (cron is null) <> (every is null)),
  check ((misfire = 'catch-up') = (catch_up is not null))
);

comment on table howdah.schedule is 'Private. Read howdah.schedules.';

-- When the next tick of a schedule is due; a paused one has no row. Whoever takes the tick locks the row, and moves it in
-- the transaction that enqueues the job.
create table howdah.schedule_due (
  schedule_id  int primary key references howdah.schedule on delete cascade,
  next_at      timestamptz not null,
  last_error   text check (length(last_error) <= 2000)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create index schedule_due_next on howdah.schedule_due (next_at);

-- What became of ticks. The key is what makes a tick run once, whatever else goes wrong. A row that says 'missed' stands for
-- its tick and those after it, up to the next row.
create table howdah.schedule_run (
  schedule_id  int not null references howdah.schedule on delete cascade,
  fire_at      timestamptz not null,
  by_hand      boolean not null,
  state        text not null check (state in ('enqueued', 'overlapped', 'missed')),
  job_id       bigint,
  at           timestamptz not null,
  primary key (schedule_id, fire_at, by_hand)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create view howdah.schedules as
  select s.name, s.cron, s.zone, s.every, s.kind as job, s.queue, s.misfire, s.overlap, due.next_at, s.paused_at,
         last.fire_at as last_at, last.state as last_state, last.job_id as last_job, s.declared_at, due.last_error
  from howdah.schedule s
  left join howdah.schedule_due due on due.schedule_id = s.id
  left join lateral (
    select run.fire_at, run.state, run.job_id
    from howdah.schedule_run run
    where run.schedule_id = s.id
    order by run.fire_at desc, run.by_hand
    limit 1
  ) last on true;

comment on view howdah.schedules is 'Public: what is enqueued by itself, when next, and what became of the last tick.';
