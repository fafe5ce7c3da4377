-- oldest-compatible: 1
-- The clock, the members and the upkeep that every capability stands on.

-- The one clock. Tests replace this function; everything that is judged by time asks it.
-- In a WHERE clause write (select howdah.now()): it is volatile, and only a sub-select lets an index be used.
create function howdah.now() returns timestamptz
  language sql volatile parallel safe
  return clock_timestamp();

comment on function howdah.now() is 'The clock that decides. Production: clock_timestamp().';

-- One row per process and start. Rewritten at every beat, so narrow, with room for HOT updates and no index on the beat.
-- Beats use clock_timestamp(), not howdah.now(): a process lives in real time, whatever a test says the time is.
create table howdah.member (
  id          uuid primary key,
  name        text not null check (length(name) between 1 and 200),
  host        text not null check (length(host) <= 255),
  pid         bigint not null,
  version     text not null check (length(version) <= 100),
  started_at  timestamptz not null default clock_timestamp(),
  beat_at     timestamptz not null default clock_timestamp(),
  beat_every  interval not null check (beat_every between interval '50 milliseconds' and interval '1 minute'),
  state       text not null default 'active' check (state in ('active', 'draining', 'left', 'dead')),
  wakeups     text not null check (length(wakeups) <= 500),
  ended_at    timestamptz,
  check ((ended_at is not null) = (state in ('left', 'dead')))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

comment on table howdah.member is 'Private. Read howdah.members.';

create view howdah.members as
  select id, name, host, pid, version, state,
         state in ('active', 'draining') and beat_at >= clock_timestamp() - 3 * beat_every as alive,
         started_at, beat_at, beat_every, ended_at, wakeups
  from howdah.member;

comment on view howdah.members is 'Public: the processes of this installation, those that ended in the last day included.';

-- Upkeep that any member may do, and only one at a time: the row is locked while it is done.
create table howdah.upkeep (
  name         text primary key check (length(name) between 1 and 100),
  next_at      timestamptz not null,
  last_at      timestamptz,
  last_took    interval,
  last_member  uuid,
  last_error   text check (length(last_error) <= 2000)
);

comment on table howdah.upkeep is 'Private. Read howdah.upkeeps.';

create view howdah.upkeeps as
  select name, next_at, last_at, last_took, last_member, last_error
  from howdah.upkeep;

comment on view howdah.upkeeps is 'Public: what the members do for all, when it was last done and by whom.';

-- For clients that are not Java: call it after your commit, on its own. It only makes things sooner, never correct.
create function howdah.wake(topic text) returns void
  language sql volatile
  return pg_notify('howdah', '- ' || topic);

comment on function howdah.wake(text) is 'Public: wakes whoever waits for the topic, in every process. A hint; polling is the truth.';
