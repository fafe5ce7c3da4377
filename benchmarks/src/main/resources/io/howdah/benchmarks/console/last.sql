-- One workspace that is large, with many versions of many files; then what autovacuum would have done by now.
with made as (
  insert into howdah.workspace (application, environment, store, head, files, bytes, quota_files, quota_bytes, keep_versions,
                                created_at, changed_at)
  select 'large', 'test', s.id, :rows / 100, :rows / 100, :rows, 1000000, 1000000000, 1000000, now(), now()
  from howdah.workspace_store s
  where s.name = 'bench'
  returning id
), versions as (
  insert into howdah.workspace_version (workspace, number, change, author, message, files, bytes, created_at)
  select id, number, gen_random_uuid(), 'ada', 'change ' || number, number, number, now() from made, generate_series(0, :rows / 100) number
), content as (
  insert into howdah.workspace_content (workspace, chunk_size) select id, 65536 from made returning id, workspace
)
insert into howdah.workspace_file (workspace, path, since, folded, content, size, hash, executable)
select workspace, path, n, path, id, 100, sha256('x'), false
from content, generate_series(1, :rows / 100) n,
     lateral (select 'folder-' || lpad((n % 100)::text, 3, '0') || '/file-' || lpad(n::text, 7, '0') as path) named;

analyze;
