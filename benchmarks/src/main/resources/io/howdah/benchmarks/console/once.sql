-- What the rest refers to. :rows jobs were enqueued one after the other between :began (a second since 1970) and :seconds later.
create schema bench;

create function bench.at(n bigint) returns timestamptz
  language sql immutable parallel safe
  return to_timestamp(:began + n * :seconds::float8 / :rows);

-- The lower half of a millisecond's numbers is for jobs, the third quarter for messages, the last for dead letters.
create function bench.id(n bigint, half bigint) returns bigint
  language sql immutable parallel safe
  return (((date_part('epoch', bench.at(n)) * 1000)::bigint - 1735689600000) << 22) | half | (n & 1048575);

do $$
begin
  for back in 0 .. 7 loop
    perform howdah.work_partition('work_body', current_date - back,
      howdah.work_id_at((current_date - back)::timestamp at time zone 'utc')::text,
      howdah.work_id_at((current_date - back + 1)::timestamp at time zone 'utc')::text);
    perform howdah.work_partition('work_outcome', current_date - back,
      quote_literal((current_date - back)::timestamp at time zone 'utc'),
      quote_literal((current_date - back + 1)::timestamp at time zone 'utc'));
    perform howdah.work_partition('notification_attempt', current_date - back,
      quote_literal((current_date - back)::timestamp at time zone 'utc'),
      quote_literal((current_date - back + 1)::timestamp at time zone 'utc'));
  end loop;
end
$$;

select howdah.queue_id('queue-' || n) from generate_series(0, 9) n;

select howdah.queue_id(name) from unnest(array['quiet', 'mail']) name;

select howdah.message_dead_letters(howdah.queue_id('mail'));

select howdah.kind_id('kind-' || n) from generate_series(0, 19) n;

select howdah.kind_id('seldom');

select howdah.message_kind();

select howdah.log_attest(true);

insert into howdah.log_topic (name, partitions, mode) values ('orders', 8, 'inline');

insert into howdah.log_part (topic_id, number)
select id, number from howdah.log_topic, generate_series(0, 7) number where name = 'orders';

insert into howdah.notification_endpoint (name, url, types, secret)
select 'endpoint-' || n, 'https://receiver-' || n || '.example/hook', '{*}', sha256('x') from generate_series(0, 99) n;

insert into howdah.notification_person (name) select 'person-' || n from generate_series(0, 9999) n;

insert into howdah.limit_policy (name, durable, slack, counts, periods, slices)
values ('calls', true, 0, '{100}', '{1000000000}', '{0}');

insert into howdah.workspace_store (name) values ('bench');

insert into howdah.history (at, added, ended, ready, waited, lag_events, lagged)
select date_trunc('minute', to_timestamp(:began)) + n * interval '1 minute', n * 1000, n * 990, n % 5000, n % 60, 0, 0
from generate_series(0, (:seconds / 60)::int) n;
