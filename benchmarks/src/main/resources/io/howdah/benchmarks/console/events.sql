-- An event for every fifth job, numbered as if a transaction each had appended it.
with given as materialized (
  select nextval(pg_get_serial_sequence('howdah.log_event', 'id')) as id, n, first.id + (n / 5 % 8)::int as part_id
  from generate_series(:low::bigint, :high::bigint - 5, 5) n,
       (select min(p.id) as id from howdah.log_part p join howdah.log_topic t on t.id = p.topic_id where t.name = 'orders') first
), numbered as materialized (
  select g.*, p.next_off + row_number() over (partition by g.part_id order by g.n) - 1 as off
  from given g
  join howdah.log_part p on p.id = g.part_id
), counted as (
  update howdah.log_part p
  set next_off = n.next_off, unit = n.next_off - 1
  from (select part_id, max(off) + 1 as next_off from numbered group by part_id) n
  where p.id = n.part_id
), events as (
  insert into howdah.log_event (id, xid, at, slice, part_id, call, type, key, headers, content_type, data)
  select id, '0', bench.at(n), howdah.log_slice(), part_id, 0, 'order.placed', 'order-' || n / 15,
         jsonb_build_object('correlationid', 'order-' || n / 15), 'application/json',
         convert_to('{"order":' || n || '}', 'UTF8')
  from numbered
)
insert into howdah.log_entry (off, unit, xid, event_id, at, part_id, slice, event_slice, correlation)
select off, off, '0', id, bench.at(n), part_id, howdah.log_slice(), howdah.log_slice(), 'order-' || n / 15
from numbered;
