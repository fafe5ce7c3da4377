-- What people and machines are told and asked: a notification with its delivery, an entry of an inbox, a row of the audit and a
-- key of a limit for every tenth job; a request for approval for every fiftieth; workspaces.
with told as (
  insert into howdah.notification (producer, key, fingerprint, key_until, type, subject, priority, correlation, routes, accepted_at)
  select 'producer-' || n / 10 % 10, 'key-' || n, sha256(n::text::bytea), now() + interval '7 days',
         'type-' || n / 10 % 20, 'Order ' || n, 5, 'order-' || n / 15, 1, bench.at(n)
  from generate_series(:low::bigint, :high::bigint - 10, 10) n
  returning id, accepted_at
), routed as (
  insert into howdah.notification_route (id, notification_id, channel, address, endpoint_id, state, attempts, since, ended_at,
                                         cause, error)
  select nextval('howdah.notification_seq'), id, 'webhook', 'endpoint-' || id % 100,
         1 + (id % 100)::int, case when id % 20 = 3 then 'dead' else 'delivered' end, 1, accepted_at, accepted_at,
         case when id % 20 = 3 then 'http-50' || id / 20 % 5 end, case when id % 20 = 3 then 'the answer was 503' end
  from told
  returning id, since, state
)
insert into howdah.notification_attempt (at, route_id, number, work_id, attempt, result, status, took)
select since, id, 1, 0, 1, case when state = 'dead' then 'failed' else 'delivered' end, 200, interval '30 ms'
from routed;

insert into howdah.notification_malformed (producer, raw, code, reason, received_at, settled_at, settled_by)
select 'producer-' || n % 10, '{', 'invalid-json', 'it ends too early', bench.at(n),
       case when n % 2000 = 0 then bench.at(n) end, case when n % 2000 = 0 then 'ada' end
from generate_series(:low::bigint, :high::bigint - 1000, 1000) n;

insert into howdah.notification_inbox (person, notification_id, delivery, type, subject, visible_at, read_at)
select case when n % 100 = 0 then 'bench' else 'person-' || n / 10 % 10000 end, n, gen_random_uuid(), 'type-' || n % 20, 'Order ' || n, bench.at(n),
       case when n % 30 = 0 then bench.at(n) end
from generate_series(:low::bigint, :high::bigint - 10, 10) n;

with written as (
  insert into howdah.audit (at, actor, action, subject, address, member)
  select bench.at(n), 'person-' || n / 10 % 1000, 'jobs.action-' || n / 10 % 30, 'subject ' || n, '192.0.2.7', 'replica-1'
  from generate_series(:low::bigint, :high::bigint - 10, 10) n
  returning id, at
)
insert into howdah.audit_outcome (audit_id, at, outcome) select id, at, 'done' from written;

insert into howdah.limit_state (durable, policy_id, key, state, full_at)
select true, p.id, 'key-' || n, '{1}', 9000000000000000000 - n
from generate_series(:low::bigint, :high::bigint - 10, 10) n, howdah.limit_policy p
where p.name = 'calls';

with asked as (
  insert into howdah.approval (subject, requester, labels, correlation, state, version, distinct_voters, reject_after,
                               glass_people, glass_groups, requested_at, expires_at, escalate_people, escalate_groups,
                               decided_at, decided_by)
  select 'deploy-' || n / 50 % 200, 'person-' || n / 50 % 1000, jsonb_build_object('team', 'team-' || n / 50 % 50),
         'order-' || n / 15, case when n % 1000 = 0 then 'pending' when n % 900 = 0 then 'rejected' else 'approved' end,
         1, true, 1, '{}', '{}', bench.at(n), now() + interval '30 days', '{}', '{}',
         case when n % 1000 <> 0 then bench.at(n) end, case when n % 1000 <> 0 then 'ada' end
  from generate_series(:low::bigint, :high::bigint - 50, 50) n
  returning id, requested_at
), ruled as (
  insert into howdah.approval_rule (approval_id, number, name, needed, people, groups)
  select id, 1, 'one of them', 1, '{ada,bench}', '{}' from asked
)
insert into howdah.approval_step (approval_id, number, at, action, actor, seal)
select id, 1, requested_at, 'requested', 'somebody', '' from asked;

with made as (
  insert into howdah.workspace (application, environment, store, head, files, bytes, quota_files, quota_bytes, keep_versions,
                                created_at, changed_at)
  select 'app-' || lpad((n / 1000)::text, 6, '0'), 'test', s.id, 3, 3, 3, 1000, 1000000, 100, bench.at(n), bench.at(n)
  from generate_series(:low::bigint, :high::bigint - 1000, 1000) n, howdah.workspace_store s
  where s.name = 'bench'
  returning id, created_at
)
insert into howdah.workspace_version (workspace, number, change, author, message, files, bytes, created_at)
select id, number, gen_random_uuid(), 'ada', 'change ' || number, 3, 3, created_at from made, generate_series(0, 3) number;
