-- A message and a dead letter for every tenth job.
insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, correlation, headers, content_type, payload)
select bench.id(n, 2097152 + part.letter * 1048576), part.queue_id, howdah.message_kind(), 5, 0, 'order-' || n / 15,
       case part.letter when 1 then jsonb_build_object('dead-letter-queue', 'mail', 'dead-letter-deliveries', '10',
                                                       'dead-letter-reason', 'refused ' || n % 5) end,
       'application/json', convert_to('{"order":' || n || ',"mail":"' || md5(n::text) || '"}', 'UTF8')
from generate_series(:low::bigint, :high::bigint - 10, 10) n,
     (select (name = 'mail.dead')::int as letter, id as queue_id from howdah.queue where name in ('mail', 'mail.dead')) part;

insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
select part.queue_id, 5, howdah.work_next(), bench.id(n, 2097152 + part.letter * 1048576), 0, howdah.message_kind(), 0
from generate_series(:low::bigint, :high::bigint - 10, 10) n,
     (select (name = 'mail.dead')::int as letter, id as queue_id from howdah.queue where name in ('mail', 'mail.dead')) part;
