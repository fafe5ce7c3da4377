-- Of 20 jobs 19 have ended, one in 200 badly; the others wait in one place or another.
insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, lane, correlation, headers, content_type, payload)
select bench.id(n, (n & 1048576)),
       case when n % 1000003 = 6 then quiet.id else first_queue.id + n % 10 end,
       case when n % 1000003 = 5 then seldom.id else first_kind.id + n % 20 end,
       5, 20,
       case when n % 10 = 1 then 'customer-' || n % 100000 end,
       case when n % 3 = 0 then 'order-' || n / 15 end,
       case when n % 2 = 0 then jsonb_build_object('team', 'team-' || n % 50) end,
       'application/json',
       convert_to('{"customer":{"id":' || n % 1000000 || ',"name":"Ada"},"order":' || n || ',"note":"' || md5(n::text) || '"}',
                  'UTF8')
from generate_series(:low::bigint, :high::bigint - 1) n,
     (select id from howdah.queue where name = 'quiet') quiet,
     (select id from howdah.queue where name = 'queue-0') first_queue,
     (select id from howdah.kind where name = 'seldom') seldom,
     (select id from howdah.kind where name = 'kind-0') first_kind;

insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, took, error)
select bench.at(n) + 3 * interval '1 s', bench.id(n, n & 1048576), 1,
       case when n % 200 = 3 then 'dead' when n % 200 = 4 then 'retried' when n % 1000 = 5 then 'cancelled' else 'done' end,
       first_queue.id + n % 10, first_kind.id + n % 20, interval '20 ms',
       case when n % 200 in (3, 4) then 'java.io.IOException: connection ' || n % 7 || ' refused' end
from generate_series(:low::bigint, :high::bigint - 1) n,
     (select id from howdah.queue where name = 'queue-0') first_queue,
     (select id from howdah.kind where name = 'kind-0') first_kind
where n % 20 <> 7;

insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id, took)
select bench.at(n) + 9 * interval '1 s', bench.id(n, n & 1048576), 2, 'done', first_queue.id + n % 10,
       first_kind.id + n % 20, interval '20 ms'
from generate_series(:low::bigint, :high::bigint - 1) n,
     (select id from howdah.queue where name = 'queue-0') first_queue,
     (select id from howdah.kind where name = 'kind-0') first_kind
where n % 200 = 4;

insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
select first_queue.id + n % 10, 5, howdah.work_next(), bench.id(n, n & 1048576), 0, first_kind.id + n % 20, 0
from generate_series(:low::bigint, :high::bigint - 1) n,
     (select id from howdah.queue where name = 'queue-0') first_queue,
     (select id from howdah.kind where name = 'kind-0') first_kind
where n % 20 = 7 and n / 20 % 10 < 7;

insert into howdah.work_deferred (id, due_at, queue_id, priority, kind_id, flags, attempt)
select bench.id(n, n & 1048576), now() + interval '30 days', first_queue.id + n % 10, 5, first_kind.id + n % 20, 0, 0
from generate_series(:low::bigint, :high::bigint - 1) n,
     (select id from howdah.queue where name = 'queue-0') first_queue,
     (select id from howdah.kind where name = 'kind-0') first_kind
where n % 20 = 7 and n / 20 % 10 in (7, 8);

insert into howdah.work_lease (id, attempt, until, queue_id, priority, kind_id, flags, claimed_at)
select bench.id(n, n & 1048576), 1, now() + interval '30 days', first_queue.id + n % 10, 5, first_kind.id + n % 20, 0,
       bench.at(n)
from generate_series(:low::bigint, :high::bigint - 1) n,
     (select id from howdah.queue where name = 'queue-0') first_queue,
     (select id from howdah.kind where name = 'kind-0') first_kind
where n % 2000 = 187;

insert into howdah.job_flow (id, name, policy, correlation, failed, ended_at)
select bench.id(n, n & 1048576), 'flow-' || n / 100 % 20, 'stop', 'order-' || n / 15, n % 900 = 0, bench.at(n) + interval '1 min'
from generate_series(:low::bigint, :high::bigint - 1) n
where n % 100 = 0;

insert into howdah.job_node (id, flow_id, name, role, state, ended_at)
select bench.id(n, n & 1048576), bench.id(n / 100 * 100, n / 100 * 100 & 1048576), 'step-' || n % 100, 'step', 'done', bench.at(n)
from generate_series(:low::bigint, :high::bigint - 1) n
where n % 100 < 3;
