-- oldest-compatible: 1
-- Workspaces: files in versions. What is in a version is kept here; the bytes of files are chunks, in a store that may be this
-- database, a directory or a bucket.

-- Where chunks are.
create table howdah.workspace_store (
  id    int generated always as identity primary key,
  name  text not null unique check (length(name) between 1 and 100)
);

comment on table howdah.workspace_store is 'Private.';

-- Whoever changes anything in a workspace holds its row.
create table howdah.workspace (
  id             bigint generated always as identity primary key,
  application    text not null check (length(application) between 1 and 100),
  environment    text not null check (length(environment) between 1 and 100),
  store          int not null references howdah.workspace_store,
  head           bigint not null default 0,
  files          int not null default 0,
  bytes          bigint not null default 0,
  quota_files    int not null check (quota_files between 1 and 1000000),
  quota_bytes    bigint not null check (quota_bytes between 1 and 1099511627776),
  keep_versions  int not null check (keep_versions between 1 and 1000000),
  keep_for       interval,
  expire_after   interval,
  created_at     timestamptz not null,
  changed_at     timestamptz not null,
  lock_id        text check (length(lock_id) between 1 and 200),
  lock_info      text check (length(lock_info) <= 10000),
  locked_at      timestamptz,
  deleted_at     timestamptz,
  check (num_nulls(lock_id, lock_info, locked_at) in (0, 3))
);

create unique index workspace_name on howdah.workspace (application, environment) where deleted_at is null;
create index workspace_deleted on howdah.workspace (id) where deleted_at is not null;

comment on table howdah.workspace is 'Private. Read howdah.workspaces.';

-- Never changed. Numbers of a workspace are dense, from 0, which is empty.
create table howdah.workspace_version (
  workspace   bigint not null references howdah.workspace,
  number      bigint not null,
  change      uuid not null,
  author      text not null check (length(author) <= 200),
  message     text not null check (length(message) <= 2000),
  files       int not null,
  bytes       bigint not null,
  created_at  timestamptz not null,
  primary key (workspace, number),
  unique (workspace, change)
);

comment on table howdah.workspace_version is 'Private. Read howdah.workspace_versions.';

create table howdah.workspace_tag (
  workspace  bigint not null,
  name       text collate "C" not null check (length(name) between 1 and 100),
  number     bigint not null,
  primary key (workspace, name),
  foreign key (workspace, number) references howdah.workspace_version
);

create index workspace_tag_version on howdah.workspace_tag (workspace, number);

comment on table howdah.workspace_tag is 'Private.';

-- The bytes of one file of one workspace: chunks of one size, of which the last may be smaller.
create table howdah.workspace_content (
  id          bigint generated always as identity primary key,
  workspace   bigint not null references howdah.workspace,
  chunk_size  int not null check (chunk_size > 0)
);

create index workspace_content_workspace on howdah.workspace_content (workspace);

comment on table howdah.workspace_content is 'Private.';

-- A file is in the versions from since on, until before until.
create table howdah.workspace_file (
  workspace   bigint not null references howdah.workspace,
  path        text collate "C" not null check (length(path) between 1 and 1000),
  since       bigint not null,
  until       bigint check (until > since),
  folded      text collate "C" not null,
  content     bigint not null references howdah.workspace_content,
  size        bigint not null check (size >= 0),
  hash        bytea not null check (length(hash) = 32),
  executable  boolean not null,
  primary key (workspace, path, since)
);

-- No two files that some file system takes for one.
create unique index workspace_file_folded on howdah.workspace_file (workspace, folded) where until is null;
create index workspace_file_content on howdah.workspace_file (content);
create index workspace_file_ended on howdah.workspace_file (workspace, until) where until is not null;

comment on table howdah.workspace_file is 'Private.';

-- What is in a store, or may be: the row is there before the bytes and goes after them. A chunk is named by hash and id, so that
-- whoever removes one late never removes another that has the same bytes.
-- Nobody refers to a chunk that is doomed. One that nobody refers to has a time at which it expires; one that has none is
-- referred to.
create table howdah.workspace_chunk (
  id          bigint generated always as identity primary key,
  store       int not null references howdah.workspace_store,
  hash        bytea not null check (length(hash) = 32),
  size        int not null check (size between 1 and 67108864),
  stored      boolean not null default false,
  doomed      boolean not null default false,
  expires_at  timestamptz,
  check (expires_at is not null or not doomed)
);

create unique index workspace_chunk_hash on howdah.workspace_chunk (store, hash) where not doomed;
create index workspace_chunk_expiry on howdah.workspace_chunk (store, expires_at) where expires_at is not null;

comment on table howdah.workspace_chunk is 'Private.';

create table howdah.workspace_part (
  content  bigint not null references howdah.workspace_content,
  n        int not null,
  chunk    bigint not null references howdah.workspace_chunk,
  primary key (content, n)
);

create index workspace_part_chunk on howdah.workspace_part (chunk);

comment on table howdah.workspace_part is 'Private.';

-- The store that is this database. Not compressed: what is large is compressed already, mostly.
create table howdah.workspace_data (
  chunk  bigint primary key references howdah.workspace_chunk,
  data   bytea not null
);

alter table howdah.workspace_data alter column data set storage external;

comment on table howdah.workspace_data is 'Private.';

create view howdah.workspaces as
  select w.application, w.environment, s.name as store, w.head, w.files, w.bytes, w.quota_files, w.quota_bytes,
         w.keep_versions, w.keep_for, w.expire_after, w.created_at, w.changed_at, w.lock_id, w.lock_info, w.locked_at
  from howdah.workspace w
  join howdah.workspace_store s on s.id = w.store
  where w.deleted_at is null;

comment on view howdah.workspaces is 'Public: workspaces, what their heads hold and who has locked them.';

create view howdah.workspace_versions as
  select w.application, w.environment, v.number, v.author, v.message, v.files, v.bytes, v.created_at,
         array(select t.name from howdah.workspace_tag t where t.workspace = v.workspace and t.number = v.number) as tags
  from howdah.workspace_version v
  join howdah.workspace w on w.id = v.workspace
  where w.deleted_at is null;

comment on view howdah.workspace_versions is 'Public: the versions of workspaces that are kept.';

-- Announces chunks before their bytes are written, and says of each which id it has and whether its bytes are there already.
-- None of them is doomed before the grace has passed.
create function howdah.workspace_announce(store int, hashes bytea[], sizes int[], grace interval)
  returns table (id bigint, hash bytea, stored boolean)
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  place alias for $1;
  present timestamptz := howdah.now();
begin
  loop
    insert into howdah.workspace_chunk (store, hash, size, expires_at)
    select place, u.hash, u.size, present + grace
    from unnest(hashes, sizes) as u (hash, size)
    order by u.hash
    on conflict (store, hash) where not doomed do nothing;

    with mine as (
      select c.id from howdah.workspace_chunk c
      where c.store = place and c.hash = any (hashes) and not c.doomed and c.expires_at < present + grace
      order by c.hash
      for no key update)
    update howdah.workspace_chunk c
    set expires_at = present + grace
    from mine
    where c.id = mine.id;

    -- One that was doomed in between is announced anew.
    exit when (select count(*) from howdah.workspace_chunk c
               where c.store = place and c.hash = any (hashes) and not c.doomed) = cardinality(hashes);
  end loop;
  return query
    select c.id, c.hash, c.stored from howdah.workspace_chunk c
    where c.store = place and c.hash = any (hashes) and not c.doomed;
end
$$;

-- Lets a commit refer to chunks; the answer is how many of them may be referred to. Those are locked until it ends, so that
-- nobody dooms them before the reference can be seen.
create function howdah.workspace_refer(chunks bigint[]) returns bigint
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
as $$
begin
  perform from howdah.workspace_chunk c
  where c.id = any (chunks) and c.expires_at is not null and not c.doomed
  order by c.id
  for no key update;
  update howdah.workspace_chunk c
  set expires_at = null
  where c.id = any (chunks) and c.expires_at is not null and not c.doomed;
  return (
    select count(*)
    from (select from howdah.workspace_chunk c
          where c.id = any (chunks) and c.stored and not c.doomed
          order by c.id
          for share) as usable);
end
$$;

-- Dooms chunks that have expired. They are locked first and judged by a statement of its own: whoever refers to one has either
-- committed before that, and is seen, or waits for our lock and finds it doomed.
-- A doomed one comes again after a while, in case that who was to remove it has died.
create function howdah.workspace_doom(place int, most int) returns table (id bigint, hash bytea)
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  present timestamptz := howdah.now();
  expired bigint[];
begin
  expired := array(
    select c.id from howdah.workspace_chunk c
    where c.store = place and c.expires_at < present
    order by c.expires_at
    limit most
    for update skip locked);
  update howdah.workspace_chunk c
  set expires_at = null
  where c.id = any (expired) and exists (select from howdah.workspace_part p where p.chunk = c.id);
  return query
    update howdah.workspace_chunk c
    set doomed = true, expires_at = present + interval '10 minutes'
    where c.id = any (expired) and not exists (select from howdah.workspace_part p where p.chunk = c.id)
    returning c.id, c.hash;
end
$$;

-- Takes files out of the versions from a number on: how many, and how many bytes they had.
create function howdah.workspace_end_files(ws bigint, next bigint, paths text[], out files int, out bytes bigint)
  language sql volatile
as $$
  with ended as (
    update howdah.workspace_file f
    set until = next
    where f.workspace = ws and f.until is null and f.path = any (paths)
    returning f.size)
  select count(*)::int, coalesce(sum(e.size), 0)::bigint from ended e
$$;

-- Adds files to the versions from a number on. Those without a content get a new one; parts say by position whose they are.
create function howdah.workspace_add_files(
    ws bigint, next bigint, paths text[], folded text[], sizes bigint[], hashes text[], executables int[],
    contents bigint[], chunk_sizes int[], part_of int[], part_n int[], part_chunks bigint[])
  returns void
  language plpgsql volatile
as $$
declare
  ids bigint[];
begin
  ids := array(
    select coalesce(u.content, nextval(pg_get_serial_sequence('howdah.workspace_content', 'id')))
    from unnest(contents) with ordinality as u (content, place)
    order by u.place);
  insert into howdah.workspace_content (id, workspace, chunk_size)
  overriding system value
  select ids[u.place], ws, u.chunk_size
  from unnest(contents, chunk_sizes) with ordinality as u (content, chunk_size, place)
  where u.content is null;
  insert into howdah.workspace_part (content, n, chunk)
  select ids[u.file], u.n, u.chunk
  from unnest(part_of, part_n, part_chunks) as u (file, n, chunk);
  insert into howdah.workspace_file (workspace, path, since, folded, content, size, hash, executable)
  select ws, u.path, next, u.folded, ids[u.place], u.size, decode(u.hash, 'hex'), u.executable <> 0
  from unnest(paths, folded, sizes, hashes, executables) with ordinality
       as u (path, folded, size, hash, executable, place);
end
$$;

-- A pair of paths that cannot both be files: one is the other in another case, or a directory of it, or a directory of both
-- differs in case. Directories are those of the paths that were added.
create function howdah.workspace_collision(
    ws bigint, paths text[], folded text[], directories text[], folded_directories text[],
    out path text, out other text)
  language sql stable
  set jit = off
  set enable_seqscan = off
as $$
  select u.path, f.path
  from unnest(paths, folded) as u (path, folded)
  join howdah.workspace_file f on f.workspace = ws and f.until is null and f.folded = u.folded
  where f.path <> u.path
  union all
  select u.path, f.path
  from unnest(paths, folded) as u (path, folded)
  join howdah.workspace_file f
    on f.workspace = ws and f.until is null
    and f.folded > u.folded || '/' collate "C" and f.folded < u.folded || '0' collate "C"
  union all
  select d.path || '/', f.path
  from unnest(directories, folded_directories) as d (path, folded)
  join howdah.workspace_file f on f.workspace = ws and f.until is null and f.folded = d.folded
  union all
  select d.path || '/', f.path
  from unnest(directories, folded_directories) as d (path, folded)
  join howdah.workspace_file f
    on f.workspace = ws and f.until is null
    and f.folded > d.folded || '/' collate "C" and f.folded < d.folded || '0' collate "C"
  where not starts_with(f.path, d.path || '/')
  limit 1
$$;

-- Makes the files of the next version those of an earlier one: how many files and bytes it then has.
create function howdah.workspace_restore(
    ws bigint, earlier bigint, next bigint, out files int, out bytes bigint)
  language plpgsql volatile
as $$
begin
  update howdah.workspace_file f
  set until = next
  where f.workspace = ws and f.until is null and f.since > earlier;
  insert into howdah.workspace_file (workspace, path, since, folded, content, size, hash, executable)
  select f.workspace, f.path, next, f.folded, f.content, f.size, f.hash, f.executable
  from howdah.workspace_file f
  where f.workspace = ws and f.since <= earlier and f.until > earlier;
  select count(*), coalesce(sum(f.size), 0) into files, bytes
  from howdah.workspace_file f
  where f.workspace = ws and f.until is null;
end
$$;

-- The versions that their workspace does not keep, and since when each is not the head any more.
create view howdah.workspace_outdated as
  select v.workspace, v.number, coalesce(successor.created_at, '-infinity') as superseded_at
  from howdah.workspace w
  join howdah.workspace_version v on v.workspace = w.id and v.number < w.head
  left join howdah.workspace_version successor on successor.workspace = v.workspace and successor.number = v.number + 1
  where w.deleted_at is null
    and (v.number <= w.head - w.keep_versions
         or coalesce(successor.created_at, '-infinity') < (select howdah.now()) - w.keep_for)
    and not exists (select from howdah.workspace_tag t where t.workspace = v.workspace and t.number = v.number);

comment on view howdah.workspace_outdated is 'Private.';

-- Which workspaces have something to clear away; those that nobody has changed for too long are deleted. Plans are pinned: where
-- one workspace has most of all files, the planner would scan all of them for each of the others.
create function howdah.workspace_untidy(grace interval, most int) returns setof bigint
  language sql volatile
  set jit = off
  set enable_seqscan = off
as $$
  update howdah.workspace w
  set deleted_at = howdah.now()
  where w.deleted_at is null and w.lock_id is null
    and w.changed_at < (select howdah.now()) - w.expire_after;
  (select w.id from howdah.workspace w where w.deleted_at is not null limit most)
  union
  (select w.id
   from howdah.workspace w
   where exists (select from howdah.workspace_outdated o
                 where o.workspace = w.id and o.superseded_at < (select howdah.now()) - grace)
      or exists (select from howdah.workspace_file f
                 where f.workspace = w.id
                   and f.until <= (select min(v.number) from howdah.workspace_version v where v.workspace = w.id))
   limit most)
$$;

-- Clears away old versions of a workspace, some at a time, or all of it when it is deleted; the answer is whether more is left.
-- Chunks get the grace in which whoever reads them goes on to do so.
create function howdah.workspace_tidy(ws bigint, grace interval, most int) returns boolean
  language plpgsql volatile
as $$
declare
  w howdah.workspace;
  present timestamptz := howdah.now();
  versions int;
  rows int;
  freed bigint[];
  released bigint[];
begin
  select * into w from howdah.workspace l where l.id = ws for update;
  if not found then
    return false;
  end if;
  if w.deleted_at is not null then
    delete from howdah.workspace_tag t where t.workspace = ws;
  end if;
  with old as (
    select v.number from howdah.workspace_version v where v.workspace = ws and w.deleted_at is not null
    union
    select o.number from howdah.workspace_outdated o where o.workspace = ws and o.superseded_at < present - grace
    order by number
    limit most)
  delete from howdah.workspace_version v using old where v.workspace = ws and v.number = old.number;
  get diagnostics versions = row_count;

  with gone as (
    select f.path, f.since
    from howdah.workspace_file f
    where f.workspace = ws
      and (f.until is not null or w.deleted_at is not null)
      and not exists (
        select from howdah.workspace_version v
        where v.workspace = ws and v.number >= f.since and v.number < coalesce(f.until, w.head + 1))
    limit most),
  ended as (
    delete from howdah.workspace_file f using gone
    where f.workspace = ws and f.path = gone.path and f.since = gone.since
    returning f.content)
  select array_agg(distinct e.content), count(*) into freed, rows from ended e;

  freed := array(
    select c.id from howdah.workspace_content c
    where c.id = any (freed) and not exists (select from howdah.workspace_file f where f.content = c.id));
  with parts as (delete from howdah.workspace_part p where p.content = any (freed) returning p.chunk)
  select array_agg(distinct p.chunk) into released from parts p;
  delete from howdah.workspace_content c where c.id = any (freed);
  perform from howdah.workspace_chunk c where c.id = any (released) and not c.doomed order by c.id for no key update;
  update howdah.workspace_chunk c set expires_at = present + grace where c.id = any (released) and not c.doomed;

  if w.deleted_at is not null and versions < most and rows < most then
    delete from howdah.workspace_content c where c.workspace = ws;
    delete from howdah.workspace l where l.id = ws;
    return false;
  end if;
  return versions = most or rows = most;
end
$$;
