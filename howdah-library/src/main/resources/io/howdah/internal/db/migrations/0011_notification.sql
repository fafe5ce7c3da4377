-- oldest-compatible: 1
-- Notifications: taken in once per producer and key, and carried to every address by the work engine.
--
--   intent ──▶ notification ──▶ route per recipient and channel ──work──▶ delivered
--     │                                │    ▲                     │
--     └─ unreadable ─▶ malformed       │    └── redelivered ◀─────┴────▶ dead (with a cause)
--                                      └─ inbox, topic, queue: delivered by the same commit
--
-- The HTTP call or the mail happens outside every transaction. How it ended is written by notification_end, in which the end of
-- the work's attempt is the fence: who does not hold the attempt any more changes nothing.

create sequence howdah.notification_seq;

-- Whom a webhook goes to, and how it fares. A healthy one is only read.
create table howdah.notification_endpoint (
  id            int generated always as identity primary key,
  name          text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$'),
  url           text not null check (length(url) between 8 and 2000),
  -- Which types it subscribes to: words, words.*, or *. None: only what is sent to it by name.
  types         text[] not null default '{}' check (cardinality(types) <= 100),
  secret        bytea not null check (length(secret) between 24 and 64),
  -- The key before the last rotation signs too, until then.
  old_secret    bytea check (length(old_secret) between 24 and 64),
  old_until     timestamptz,
  concurrency   int not null default 10 check (concurrency between 1 and 100),
  timeout       interval not null default interval '15 s' check (timeout between interval '100 ms' and interval '60 s'),
  rate          int check (rate between 1 and 1000000),
  rate_period   interval check (rate_period between interval '10 ms' and interval '1 day'),
  next_slot     timestamptz,
  disabled_at   timestamptz,
  disabled_why  text check (length(disabled_why) <= 2000),
  -- Failures in a row, since when, and until when nobody tries.
  failures      int not null default 0,
  failing_since timestamptz,
  open_until    timestamptz,
  created_at    timestamptz not null default howdah.now(),
  check ((rate is null) = (rate_period is null))
) with (fillfactor = 50);

create function howdah.notification_matches(patterns text[], type text) returns boolean
  language sql immutable parallel safe
  return (select coalesce(bool_or(p = '*' or p = type or (right(p, 2) = '.*' and starts_with(type, left(p, -1)))), false)
          from unnest(patterns) p);

-- People: where they are reached, and when they want to be left alone.
create table howdah.notification_person (
  name        text primary key check (length(name) between 1 and 200),
  -- By channel.
  addresses   jsonb not null default '{}' check (pg_column_size(addresses) <= 8192),
  zone        text not null default 'UTC',
  quiet_from  time,
  quiet_to    time,
  digest      interval check (digest between interval '1 minute' and interval '7 days'),
  check ((quiet_from is null) = (quiet_to is null))
);

-- Which channels a person wants for types: words, words.*, or * for every other. An empty list is none.
create table howdah.notification_preference (
  person    text not null references howdah.notification_person on delete cascade,
  type      text not null check (length(type) between 1 and 200),
  channels  text[] not null check (cardinality(channels) <= 20),
  primary key (person, type)
);

create table howdah.notification_group (
  name    text not null check (length(name) between 1 and 200),
  person  text not null references howdah.notification_person on delete cascade,
  primary key (name, person)
);

create table howdah.notification_template (
  name        text primary key check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$'),
  subject     text not null check (length(subject) <= 500),
  body        text not null check (length(body) <= 100000),
  html        text check (length(html) <= 500000),
  changed_at  timestamptz not null default howdah.now()
);

-- The record is the idempotency record: the unique index is what makes an intent be taken in once. A key that has expired is
-- taken from its record, so that it may be used again.
create table howdah.notification (
  id           bigint primary key default nextval('howdah.notification_seq'),
  producer     text not null check (length(producer) between 1 and 200),
  key          text check (length(key) between 1 and 500),
  fingerprint  bytea not null,
  key_until    timestamptz not null,
  type         text not null check (length(type) <= 200),
  subject      text check (length(subject) <= 500),
  body         text check (length(body) <= 100000),
  html         text check (length(html) <= 500000),
  data         jsonb,
  priority     smallint not null check (priority between 0 and 9),
  correlation  text check (length(correlation) between 1 and 200),
  routes       int not null,
  accepted_at  timestamptz not null
);

create unique index notification_key on howdah.notification (producer, key);
create index notification_accepted on howdah.notification (accepted_at);
create index notification_correlation on howdah.notification (correlation) where correlation is not null;

-- One way of one notification to one address. The delivery's id stays the same over all attempts and redeliveries; it is
-- random, so that a database that was restored never uses one again that receivers have seen.
create table howdah.notification_route (
  id               bigint primary key,
  notification_id  bigint not null references howdah.notification on delete cascade,
  delivery         uuid not null default gen_random_uuid(),
  channel          text not null check (channel ~ '^[a-z][a-z0-9-]{0,39}$'),
  address          text not null check (length(address) between 1 and 2000),
  person           text,
  -- Not a reference: to remove an endpoint must not mean to search all that ever went to it.
  endpoint_id      int,
  state            text not null check (state in ('waiting', 'gathered', 'delivered', 'dead', 'discarded')),
  -- The work that carries it now: work of before a redelivery changes nothing.
  work_id          bigint,
  version          int not null default 1,
  attempts         int not null default 0,
  -- From when on it may be tried.
  since            timestamptz not null,
  slot_at          timestamptz,
  ended_at         timestamptz,
  cause            text check (length(cause) <= 100),
  error            text check (length(error) <= 2000),
  -- Delivered together with another route of the same person, or together with others.
  digest_of        bigint,
  is_digest        boolean not null default false
) with (fillfactor = 80);

create index notification_route_of on howdah.notification_route (notification_id);
create unique index notification_route_delivery on howdah.notification_route (delivery);
create index notification_route_dead on howdah.notification_route (id) where state = 'dead';
create index notification_route_digest on howdah.notification_route (digest_of) where digest_of is not null;

-- The digest that a person's next notification is gathered into. Whoever gathers shares the row's lock, whoever sends removes
-- the row: so the sender sees everything that was gathered, and what comes later begins a new one.
create table howdah.notification_digest (
  person    text not null,
  channel   text not null,
  address   text not null,
  route_id  bigint not null,
  primary key (person, channel, address)
);

-- What was tried, dropped by the day.
create table howdah.notification_attempt (
  at        timestamptz not null,
  route_id  bigint not null,
  number    int not null,
  work_id   bigint not null,
  attempt   int not null,
  result    text not null check (result in ('delivered', 'failed', 'refused', 'gone')),
  status    int,
  took      interval,
  peer      text check (length(peer) <= 300),
  error     text check (length(error) <= 2000),
  answer    text check (length(answer) <= 20000)
) partition by range (at);

create table howdah.notification_attempt_rest partition of howdah.notification_attempt default;
create index notification_attempt_route on howdah.notification_attempt (route_id, at);

-- What could not be read, as it came.
create table howdah.notification_malformed (
  id           bigint generated always as identity primary key,
  producer     text not null check (length(producer) between 1 and 200),
  raw          bytea not null check (length(raw) <= 1048576),
  code         text not null check (length(code) <= 100),
  reason       text not null check (length(reason) <= 2000),
  received_at  timestamptz not null,
  -- Whoever has dealt with it, and what became of it.
  settled_at   timestamptz,
  settled_by   text check (length(settled_by) between 1 and 200),
  settled_as   bigint
);

create index notification_malformed_open on howdah.notification_malformed (id) where settled_at is null;
create index notification_malformed_received on howdah.notification_malformed (received_at);

create table howdah.notification_inbox (
  id               bigint primary key default nextval('howdah.notification_seq'),
  person           text not null,
  notification_id  bigint not null,
  delivery         uuid not null,
  type             text not null,
  subject          text,
  body             text,
  data             jsonb,
  visible_at       timestamptz not null,
  read_at          timestamptz
) with (fillfactor = 80);

create index notification_inbox_of on howdah.notification_inbox (person, id);
create index notification_inbox_unread on howdah.notification_inbox (person) where read_at is null;
create index notification_inbox_age on howdah.notification_inbox using brin (visible_at);

-- The queue of a channel: one at a time per lane, and what waits for its next attempt does not keep the lane's place, so that
-- others of the same endpoint pass it. Null when it was there already; its id is queue_id's.
create function howdah.notification_open_queue(channel text, out queue int, out opened boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  queue := howdah.queue_id('notification/' || channel);
  opened := false;
  if exists (select from howdah.queue q where q.id = queue and q.key_order) then
    perform howdah.work_limit(queue, null, null, 1, false, null, null);
    opened := true;
  end if;
end
$$;

-- A template is text with {{path.to.value}}; what the data does not have is an error, and so is what is not a plain value.
create function howdah.notification_render(template text, data jsonb, for_html boolean) returns text
  language plpgsql stable
as $$
#variable_conflict use_variable
declare
  parts text[] := regexp_split_to_array(template, '\{\{[^{}]*\}\}');
  names text[] := array(select trim(m[1]) from regexp_matches(template, '\{\{([^{}]*)\}\}', 'g') m);
  rendered text := parts[1];
  value jsonb;
  written text;
begin
  if array_to_string(parts, '') ~ '\{\{|\}\}' then
    raise exception using errcode = 'HD110', message = 'it has {{ without }}, or the other way round';
  end if;
  for i in 1 .. cardinality(names) loop
    value := data #> string_to_array(names[i], '.');
    if value is null or jsonb_typeof(value) in ('object', 'array') then
      raise exception using errcode = 'HD110', message = format('the data has no plain value "%s"', names[i]);
    end if;
    written := coalesce(value #>> '{}', '');
    if for_html then
      written := replace(replace(replace(replace(replace(written, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
                                 '"', '&quot;'), '''', '&#39;');
    end if;
    rendered := rendered || written || parts[i + 1];
  end loop;
  return rendered;
end
$$;

-- When a person is to be reached: at once, or when his quiet hours are over.
create function howdah.notification_awake(who howdah.notification_person, moment timestamptz) returns timestamptz
  language plpgsql stable
as $$
declare
  wall timestamp := moment at time zone who.zone;
  day date := wall::date;
begin
  if who.quiet_from is null or who.quiet_from = who.quiet_to
     or (who.quiet_from < who.quiet_to and (wall::time < who.quiet_from or wall::time >= who.quiet_to))
     or (who.quiet_from > who.quiet_to and wall::time < who.quiet_from and wall::time >= who.quiet_to) then
    return moment;
  end if;
  if who.quiet_from > who.quiet_to and wall::time >= who.quiet_from then
    day := day + 1;
  end if;
  return (day + who.quiet_to) at time zone who.zone;
end
$$;

create function howdah.notification_is_mail(address text) returns boolean
  language sql immutable parallel safe
  return length(address) <= 254 and address ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$';

create type howdah.notification_way as (
  recipient    text,
  channel      text,
  address      text,
  person       text,
  endpoint_id  int,
  lanes        int,
  why          text
);

-- How a person is reached for a type: by the channels that he prefers and has an address for, and else in his inbox.
create function howdah.notification_reach(recipient text, who text, type text) returns setof howdah.notification_way
  language plpgsql stable
as $$
#variable_conflict use_variable
begin
  return query
    select recipient, c.channel, case when c.channel = 'inbox' then who else p.addresses ->> c.channel end, who, e.id,
           e.concurrency, null::text
    from howdah.notification_person p
    cross join lateral unnest(coalesce(
      (select f.channels
       from howdah.notification_preference f
       where f.person = who and howdah.notification_matches(array[f.type], notification_reach.type)
       order by f.type = notification_reach.type desc, length(f.type) desc
       limit 1),
      '{inbox}')) as c (channel)
    left join howdah.notification_endpoint e on c.channel = 'webhook' and e.name = p.addresses ->> 'webhook'
    where p.name = who and (c.channel = 'inbox' or p.addresses ->> c.channel is not null);
end
$$;

-- Where an intent goes. What is not known or no address has no channel, and says why.
create function howdah.notification_expand(asked text[], type text) returns setof howdah.notification_way
  language plpgsql stable
as $$
#variable_conflict use_variable
declare
  one text;
  kind text;
  wanted text;
  way howdah.notification_way;
begin
  foreach one in array asked loop
    kind := split_part(one, ':', 1);
    wanted := case when strpos(one, ':') > 0 then substr(one, strpos(one, ':') + 1) else '' end;
    way := row(one, null, one, null, null, null, null);
    case
      when kind = 'endpoint' then
        select 'webhook', e.name, e.id, e.concurrency into way.channel, way.address, way.endpoint_id, way.lanes
        from howdah.notification_endpoint e
        where e.name = wanted;
        if not found then
          way := row(one, null, one, null, null, null, format('there is no endpoint "%s"', wanted));
        end if;
        return next way;
      when one = 'subscribers' then
        return query
          select one, 'webhook'::text, e.name, null::text, e.id, e.concurrency, null::text
          from howdah.notification_endpoint e
          where e.disabled_at is null and howdah.notification_matches(e.types, type);
      when kind = 'person' and exists (select from howdah.notification_person p where p.name = wanted) then
        return query select * from howdah.notification_reach(one, wanted, type);
      when kind = 'group' and exists (select from howdah.notification_group g where g.name = wanted) then
        return query
          select w.*
          from howdah.notification_group g
          cross join lateral howdah.notification_reach(one, g.person, type) w
          where g.name = wanted;
      when kind = 'email' and howdah.notification_is_mail(wanted)
        or kind = 'topic' and exists (select from howdah.log_topic t where t.name = wanted)
        or kind = 'queue' and wanted ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$'
        or kind not in ('person', 'group', 'email', 'topic', 'queue', 'inbox', 'webhook', 'subscribers')
           and kind ~ '^[a-z][a-z0-9-]{0,39}$' and length(wanted) between 1 and 2000 then
        way.channel := kind;
        way.address := wanted;
        return next way;
      else
        way.why := case when kind in ('person', 'group', 'topic') then format('there is no %s "%s"', kind, wanted)
                        when kind = 'email' then format('"%s" is no e-mail address', wanted)
                        when kind = 'queue' then format('"%s" is no name of a queue', wanted)
                        else format('"%s" is no recipient', one) end;
        return next way;
    end case;
  end loop;
end
$$;

-- What is wrong with the shape of an intent; nothing when it is null.
create function howdah.notification_fault(intent jsonb) returns text
  language plpgsql stable
as $$
declare
  field record;
begin
  if jsonb_typeof(intent) is distinct from 'object' then
    return 'an intent is a JSON object';
  end if;
  for field in select f.key as name, f.value, jsonb_typeof(f.value) as kind from jsonb_each(intent) f loop
    if field.name not in ('key', 'keyFor', 'type', 'to', 'subject', 'text', 'html', 'template', 'data', 'priority',
                          'correlation', 'notBefore') then
      return format('an intent has no field "%s"', left(field.name, 100));
    elsif field.kind = 'null' and field.name not in ('key', 'type', 'to') then
      continue;
    elsif field.name = 'to' then
      if field.kind <> 'array' or jsonb_array_length(field.value) not between 1 and 1000
         or exists (select from jsonb_array_elements(field.value) r
                    where jsonb_typeof(r) <> 'string' or length(r #>> '{}') > 2100) then
        return '"to" is a list of 1 to 1000 recipients';
      end if;
    elsif field.name = 'priority' then
      if field.kind <> 'number' or not field.value::text ~ '^[0-9]$' then
        return '"priority" is 0 (urgent) to 9';
      end if;
    elsif field.name <> 'data' and field.kind <> 'string' then
      return format('"%s" is a text', field.name);
    end if;
  end loop;
  return case
    when intent -> 'key' is null or length(intent ->> 'key') not between 1 and 500 then '"key" has 1 to 500 characters'
    when intent -> 'to' is null then '"to" is a list of 1 to 1000 recipients'
    when intent -> 'type' is null or length(intent ->> 'type') > 200
      or intent ->> 'type' !~ '^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$'
      then '"type" is words with dots between them, up to 200 characters'
    when length(intent ->> 'subject') > 500 then '"subject" has up to 500 characters'
    when length(intent ->> 'text') > 100000 then '"text" has up to 100000 characters'
    when length(intent ->> 'html') > 500000 then '"html" has up to 500000 characters'
    when length(intent ->> 'correlation') not between 1 and 200 then '"correlation" has 1 to 200 characters'
    when octet_length((intent -> 'data')::text) > 262144 then '"data" has up to 256 KB; store it elsewhere and send where it is'
  end;
end
$$;

-- Takes an intent in, in the caller's transaction. Everything is looked at before anything is written.
--   accepted              a new notification; whoever commits it may wake the queues, the log and the people
--   repeated              the same producer, key and content were taken in before: id is that one's
--   conflict              the same producer and key came with other content: id is that one's
--   malformed, unknown-recipient, unknown-template, template-failed    nothing was written; reason says why
create function howdah.notification_accept(producer text, intent jsonb, out outcome text, out id bigint, out routes int,
                                           out reason text, out queues int[], out logged boolean, out people text[],
                                           out opened boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  present timestamptz := howdah.now();
  print bytea;
  until timestamptz;
  due timestamptz;
  ways howdah.notification_way[];
  form howdah.notification_template;
  made howdah.notification;
  before record;
begin
  opened := false;
  outcome := 'malformed';
  reason := case when length(coalesce(producer, '')) not between 1 and 200 then 'a producer has 1 to 200 characters'
                 else howdah.notification_fault(intent) end;
  if reason is not null then
    return;
  end if;
  -- A field that is null is one that is not there.
  intent := (select jsonb_object_agg(f.key, f.value) from jsonb_each(intent) f where f.value <> 'null');
  print := sha256(convert_to((intent - 'key')::text, 'UTF8'));
  until := present + interval '24 hours';
  due := present;
  if intent ->> 'keyFor' is not null or intent ->> 'notBefore' is not null then
    begin
      until := present + coalesce((intent ->> 'keyFor')::interval, interval '24 hours');
      due := greatest((intent ->> 'notBefore')::timestamptz, present);
    exception
      when data_exception then
        reason := '"keyFor" is a period such as PT24H, "notBefore" a time: ' || sqlerrm;
        return;
    end;
  end if;
  if until <= present or until > present + interval '366 days' then
    reason := '"keyFor" is a period of up to 366 days';
    return;
  end if;
  select n.id, n.fingerprint, n.routes into before
  from howdah.notification n
  where n.producer = notification_accept.producer and n.key = intent ->> 'key' and n.key_until > present;
  if before.id is not null then
    outcome := case when before.fingerprint = print then 'repeated' else 'conflict' end;
    id := before.id;
    routes := before.routes;
    if outcome = 'conflict' then
      reason := format('producer %s has used the key %s for notification %s, with other content', producer, intent ->> 'key',
                       id);
    end if;
    return;
  end if;
  made.subject := intent ->> 'subject';
  made.body := intent ->> 'text';
  made.html := intent ->> 'html';
  if intent ->> 'template' is not null then
    select * into form from howdah.notification_template t where t.name = intent ->> 'template';
    if not found then
      outcome := 'unknown-template';
      reason := format('there is no template "%s"', intent ->> 'template');
      return;
    end if;
    begin
      made.subject := left(howdah.notification_render(form.subject, intent -> 'data', false), 500);
      made.body := howdah.notification_render(form.body, intent -> 'data', false);
      made.html := howdah.notification_render(form.html, intent -> 'data', true);
      if length(made.body) > 100000 or length(made.html) > 500000 then
        raise exception using errcode = 'HD110', message = 'what it makes of the data is too long';
      end if;
    exception
      when sqlstate 'HD110' then
        outcome := 'template-failed';
        reason := format('template "%s": %s', form.name, sqlerrm);
        return;
    end;
  end if;
  ways := array(select distinct on (w.channel, w.address) w
                from howdah.notification_expand(array(select jsonb_array_elements_text(intent -> 'to')), intent ->> 'type') w
                order by w.channel, w.address);
  select string_agg(w.why, '; ') into reason from unnest(ways) w where w.channel is null;
  if reason is not null then
    outcome := 'unknown-recipient';
    reason := left(reason, 2000);
    return;
  elsif cardinality(ways) > 10000 then
    reason := format('one intent reaches up to 10000 addresses, not %s', cardinality(ways));
    return;
  end if;
  update howdah.notification n set key = null
  where n.producer = notification_accept.producer and n.key = intent ->> 'key' and n.key_until <= present;
  insert into howdah.notification (producer, key, fingerprint, key_until, type, subject, body, html, data, priority,
                                   correlation, routes, accepted_at)
  values (producer, intent ->> 'key', print, until, intent ->> 'type', made.subject, made.body, made.html, intent -> 'data',
          coalesce((intent ->> 'priority')::smallint, 5), intent ->> 'correlation', cardinality(ways), present)
  on conflict do nothing
  returning * into made;
  if made.id is null then
    -- Somebody was faster, and has committed by now.
    select * into outcome, id, routes, reason, queues, logged, people, opened
    from howdah.notification_accept(producer, intent);
    return;
  end if;
  select * into queues, logged, people, opened from howdah.notification_add_routes(made, ways, due);
  outcome := 'accepted';
  id := made.id;
  routes := made.routes;
end
$$;

-- What is sent: the type, when it was accepted, and the data, as Standard Webhooks has it; and the words, if there are any.
create function howdah.notification_body(one howdah.notification) returns jsonb
  language sql stable
  return jsonb_strip_nulls(jsonb_build_object(
           'type', one.type,
           'timestamp', to_char(one.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
           'subject', one.subject, 'text', one.body))
         || jsonb_build_object('data', coalesce(one.data, '{}'));

-- Makes the routes of a notification. Those inside the database are delivered here and now.
create function howdah.notification_add_routes(made howdah.notification, ways howdah.notification_way[], due timestamptz,
                                               out queues int[], out logged boolean, out people text[], out opened boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  way howdah.notification_way;
  who howdah.notification_person;
  route bigint;
  work bigint;
  queue int;
  when_due timestamptz;
  leader bigint;
  just_opened boolean;
begin
  opened := false;
  logged := false;
  queues := '{}';
  people := '{}';
  foreach way in array ways loop
    route := nextval('howdah.notification_seq');
    if way.channel in ('inbox', 'topic', 'queue') then
      perform howdah.notification_deliver_here(made, way, route, due);
      people := people || case when way.channel = 'inbox' then way.address end;
      logged := logged or way.channel = 'topic';
      if way.channel = 'queue' then
        queues := queues || howdah.queue_id(way.address);
      end if;
      continue;
    end if;
    when_due := due;
    leader := null;
    if way.person is not null and made.priority > 2 then
      select * into who from howdah.notification_person p where p.name = way.person;
      if who.digest is not null then
        leader := howdah.notification_gather(way.person, way.channel, way.address, route);
        when_due := greatest(due, made.accepted_at + who.digest);
      end if;
      when_due := howdah.notification_awake(who, when_due);
    end if;
    work := null;
    if leader is null or leader = route then
      select * into work, queue, just_opened
      from howdah.notification_carry(route, way, made.priority, made.correlation, when_due);
      opened := opened or just_opened;
      queues := queues || queue;
    end if;
    insert into howdah.notification_route (id, notification_id, channel, address, person, endpoint_id, state, work_id, since,
                                           digest_of, is_digest)
    values (route, made.id, way.channel, way.address, way.person, way.endpoint_id,
            case when work is null then 'gathered' else 'waiting' end, work, when_due,
            case when work is null then leader end, leader is not distinct from route);
  end loop;
  queues := array(select distinct q from unnest(queues) q);
  people := array(select distinct p from unnest(people) p where p is not null);
end
$$;

-- Exactly once, because it is in the transaction that takes the notification in.
create function howdah.notification_deliver_here(made howdah.notification, way howdah.notification_way, route bigint,
                                                 due timestamptz) returns void
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  delivery uuid := gen_random_uuid();
begin
  insert into howdah.notification_route (id, notification_id, delivery, channel, address, person, state, since, ended_at)
  values (route, made.id, delivery, way.channel, way.address, way.person, 'delivered', due, made.accepted_at);
  if way.channel = 'inbox' then
    insert into howdah.notification_inbox (person, notification_id, delivery, type, subject, body, data, visible_at)
    values (way.address, made.id, delivery, made.type, made.subject, made.body, made.data, due);
  elsif way.channel = 'topic' then
    perform howdah.append(way.address, made.type, howdah.notification_body(made), event_id => delivery::text,
                          key => made.correlation);
  else
    perform howdah.send(way.address, howdah.notification_body(made),
                        delay => nullif(due - made.accepted_at, interval '0'), priority => made.priority,
                        headers => jsonb_build_object('delivery', delivery), correlation => made.correlation);
  end if;
end
$$;

-- Gives a route to the work engine, from when on it may. An endpoint has as many lanes as it may have deliveries at a time, and
-- each delivery goes to one of them: so it is the engine that keeps one endpoint from taking the workers of the others.
create function howdah.notification_carry(route bigint, way howdah.notification_way, priority int, correlation text,
                                          due timestamptz, out work bigint, out queue int, out opened boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  select q.queue, q.opened into queue, opened from howdah.notification_open_queue(way.channel) q;
  select a.id into work
  from howdah.work_add(queue, howdah.kind_id('deliver'), priority, case when due > howdah.now() then due end, 1000,
                       interval '2 minutes', correlation, null, null, 'keep', null,
                       way.endpoint_id || '/' || floor(random() * way.lanes)::int, null, null, 'text/plain',
                       convert_to(route::text, 'UTF8')) a;
end
$$;

-- The route that a person's notifications are gathered in now: this one, if there is none yet.
create function howdah.notification_gather(who text, way text, where_to text, newcomer bigint) returns bigint
  language plpgsql volatile
as $$
declare
  leader bigint;
begin
  loop
    select d.route_id into leader
    from howdah.notification_digest d
    where d.person = who and d.channel = way and d.address = where_to
    for key share;
    if found then
      return leader;
    end if;
    insert into howdah.notification_digest (person, channel, address, route_id) values (who, way, where_to, newcomer)
    on conflict do nothing;
    if found then
      return newcomer;
    end if;
  end loop;
end
$$;

-- What is to be done with a route that a worker has got: 'go', 'wait' for a time, 'dead' with a cause, or nothing, because it
-- has ended. For a healthy endpoint without a rate it only reads.
create function howdah.notification_begin(wanted bigint, work bigint, give_up interval,
    out verdict text, out wait interval, out cause text, out delivery uuid, out channel text, out address text, out type text,
    out subject text, out body text, out html text, out data text, out content text, out accepted_at timestamptz,
    out correlation text, out url text, out secrets bytea[], out timeout interval, out sent_at timestamptz)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  present timestamptz := howdah.now();
  r howdah.notification_route;
  n howdah.notification;
  e howdah.notification_endpoint;
  period interval;
  slot timestamptz;
begin
  select * into r from howdah.notification_route x where x.id = wanted and x.work_id = work and x.state = 'waiting';
  if not found then
    verdict := 'ended';
    return;
  end if;
  select * into n from howdah.notification x where x.id = r.notification_id;
  verdict := 'go';
  if r.channel = 'webhook' then
    select * into e from howdah.notification_endpoint x where x.id = r.endpoint_id;
    if not found then
      verdict := 'dead';
      cause := 'endpoint-removed';
      return;
    elsif e.disabled_at is not null then
      verdict := 'dead';
      cause := 'endpoint-disabled';
      return;
    end if;
    period := howdah.notification_open_period(e.failures);
    if e.open_until > present then
      wait := e.open_until - present + period * random();
    elsif e.failures >= 5 then
      -- One of them tries; it has the time of the next period to find out.
      update howdah.notification_endpoint x set open_until = present + period
      where x.id = e.id and x.open_until is not distinct from e.open_until;
      if not found then
        wait := period * (1 + random());
      end if;
    end if;
    if wait is not null and present > r.since + give_up then
      verdict := 'dead';
      cause := 'circuit-open';
      return;
    elsif wait is not null then
      -- To be given up when it is time for that.
      wait := least(wait, r.since + give_up - present + interval '1 s');
    elsif wait is null and e.rate is not null and coalesce(r.slot_at < present - interval '10 s', true) then
      update howdah.notification_endpoint x
      set next_slot = greatest(x.next_slot, present) + x.rate_period / x.rate
      where x.id = e.id
      returning x.next_slot - x.rate_period / x.rate into slot;
      update howdah.notification_route x set slot_at = slot where x.id = r.id;
      wait := nullif(greatest(slot - present, interval '0'), interval '0');
    end if;
    if wait is not null then
      verdict := 'wait';
      return;
    end if;
    url := e.url;
    secrets := case when e.old_until > present then array[e.secret, e.old_secret] else array[e.secret] end;
    timeout := e.timeout;
  end if;
  subject := n.subject;
  body := n.body;
  html := n.html;
  if r.is_digest then
    delete from howdah.notification_digest d where d.route_id = r.id;
    select format('%s notifications', count(*) + 1), null,
           concat_ws(E'\n\n', n.subject, n.body) || string_agg(E'\n\n--\n\n' || concat_ws(E'\n\n', m.subject, m.body), ''
                                                              order by m.id)
    into subject, html, body
    from howdah.notification_route x
    join howdah.notification m on m.id = x.notification_id
    where x.digest_of = r.id
    having count(*) > 0;
    if not found then
      subject := n.subject;
      body := n.body;
      html := n.html;
    end if;
  end if;
  delivery := r.delivery;
  channel := r.channel;
  address := r.address;
  type := n.type;
  data := n.data::text;
  content := howdah.notification_body(n)::text;
  accepted_at := n.accepted_at;
  correlation := n.correlation;
  sent_at := present;
end
$$;

-- How long nobody tries an endpoint that has failed so often in a row.
create function howdah.notification_open_period(failures int) returns interval
  language sql immutable parallel safe
  return case when failures < 5 then interval '1 s'
              else least(interval '5 s' * power(2, least(failures - 5, 10)), interval '5 min') end;

-- Writes down how an attempt ended and ends the work's attempt, in one transaction. False when the attempt was not held any
-- more: then nothing was changed. Without a pause a failure is the last.
create function howdah.notification_end(
    wanted bigint, work bigint, work_attempt int, result text, status int, took interval, peer text, error text, answer text,
    cause text, pause interval, throttle interval, disable_after interval, out held boolean, out disabled text)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  present timestamptz := howdah.now();
  over boolean := result = 'delivered' or pause is null;
  r howdah.notification_route;
  e howdah.notification_endpoint;
begin
  if over then
    perform howdah.work_done(array[work], array[work_attempt]);
  else
    perform howdah.work_end(array[work], array[work_attempt], array['retried'], array[pause], array[left(error, 2000)], null);
  end if;
  held := found;
  if not held then
    return;
  end if;
  update howdah.notification_route x
  set state = case when result = 'delivered' then 'delivered' when over then 'dead' else 'waiting' end,
      attempts = x.attempts + (result <> 'none')::int, version = x.version + 1, slot_at = null,
      ended_at = case when over then present end,
      cause = case when over and result <> 'delivered' then notification_end.cause end,
      error = case when result <> 'delivered' then left(notification_end.error, 2000) end
  where x.id = wanted and x.work_id = work and x.state = 'waiting'
  returning * into r;
  if not found then
    return;
  end if;
  if r.is_digest and over then
    -- One that was never begun may still be there to gather in. Whoever gathers meanwhile is waited for, and seen below.
    delete from howdah.notification_digest d where d.route_id = r.id;
    update howdah.notification_route x
    set state = r.state, ended_at = present, cause = r.cause, version = x.version + 1
    where x.digest_of = r.id;
  end if;
  if result = 'none' then
    return;
  end if;
  insert into howdah.notification_attempt (at, route_id, number, work_id, attempt, result, status, took, peer, error, answer)
  values (present, wanted, r.attempts, work, work_attempt, result, status, took, left(peer, 300), left(error, 2000),
          left(answer, 20000));
  if r.endpoint_id is null then
    return;
  end if;
  if result = 'delivered' then
    update howdah.notification_endpoint x set failures = 0, failing_since = null, open_until = null
    where x.id = r.endpoint_id and (x.failures > 0 or x.open_until is not null);
    return;
  end if;
  update howdah.notification_endpoint x
  set failures = x.failures + 1, failing_since = coalesce(x.failing_since, present),
      open_until = greatest(x.open_until, present + throttle,
                            case when x.failures + 1 >= 5
                                 then present + howdah.notification_open_period(x.failures + 1) end)
  where x.id = r.endpoint_id and x.disabled_at is null
  returning * into e;
  if e.id is not null and (result = 'gone' or e.failing_since <= present - disable_after) then
    disabled := howdah.notification_disable(e.name, case when result = 'gone' then 'the receiver says that it is gone (410)'
                                            else format('nothing was accepted since %s; last: %s', e.failing_since,
                                                        left(error, 500)) end);
  end if;
end
$$;

-- Sends nothing to an endpoint any more, and tells those who subscribe to such news. Null when it was disabled already.
create function howdah.notification_disable(wanted text, why text) returns text
  language plpgsql volatile
as $$
declare
  e howdah.notification_endpoint;
begin
  update howdah.notification_endpoint x set disabled_at = howdah.now(), disabled_why = left(why, 2000)
  where x.name = wanted and x.disabled_at is null
  returning * into e;
  if not found then
    return null;
  end if;
  perform howdah.notification_accept('howdah', jsonb_build_object(
    'key', format('endpoint-disabled/%s/%s', e.id, e.disabled_at), 'type', 'howdah.endpoint.disabled',
    'to', jsonb_build_array('subscribers'), 'priority', 2, 'subject', format('Endpoint %s was disabled', e.name), 'text', why,
    'data', jsonb_build_object('endpoint', e.name, 'reason', why)));
  return e.name;
end
$$;

-- Delivers again, with the same delivery id: what is dead, or what was delivered if that is wanted. The answer is the routes
-- that it was done to; each is due a gap after the one before it.
create function howdah.notification_redeliver(wanted bigint[], first_due timestamptz, gap interval, with_delivered boolean)
  returns table (id bigint, queue int)
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  one record;
  carried bigint;
  place int := 0;
begin
  for one in
    select r.id, r.channel, n.priority, n.correlation, coalesce(first_due, howdah.now()) as begin_at,
           row(null, r.channel, r.address, r.person, r.endpoint_id, e.concurrency, null)::howdah.notification_way as way
    from howdah.notification_route r
    join howdah.notification n on n.id = r.notification_id
    left join howdah.notification_endpoint e on e.id = r.endpoint_id
    where r.id = any (wanted) and r.digest_of is null and r.channel not in ('inbox', 'topic', 'queue')
      and (r.state in ('dead', 'discarded') or (with_delivered and r.state = 'delivered'))
    order by r.id
    for update of r skip locked
  loop
    select c.work, c.queue into carried, queue
    from howdah.notification_carry(one.id, one.way, one.priority, one.correlation, one.begin_at + gap * place) c;
    update howdah.notification_route r
    set state = 'waiting', version = r.version + 1, cause = null, error = null, ended_at = null, work_id = carried,
        since = one.begin_at + gap * place, slot_at = null
    where r.id = one.id;
    place := place + 1;
    id := one.id;
    return next;
  end loop;
end
$$;

-- Work that ended without our doing (somebody has cancelled the job, or its end could not be written) leaves no route waiting.
-- It waits for nobody who gathers, since he may wait for another digest that is ended here: one that is in use is left for the next
-- time.
create function howdah.notification_reconcile(since interval) returns int
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  ended bigint[];
  gathered int;
begin
  with lost as materialized (
    select convert_from(b.payload, 'UTF8')::bigint as route_id, o.id as work_id, o.state, o.error
    from howdah.work_outcome o
    join howdah.work_body b on b.id = o.id
    where o.state in ('dead', 'discarded', 'cancelled') and o.at > (select clock_timestamp()) - since
      and o.kind_id = (select k.id from howdah.kind k where k.name = 'deliver')
      and o.queue_id in (select q.id from howdah.queue q where starts_with(q.name, 'notification/'))
  ), waiting as materialized (
    select l.route_id, l.work_id, l.state, l.error, r.is_digest
    from lost l
    join howdah.notification_route r on r.id = l.route_id and r.work_id = l.work_id and r.state = 'waiting'
  ), free as materialized (
    select d.route_id
    from howdah.notification_digest d
    where d.route_id in (select w.route_id from waiting w where w.is_digest)
    for update skip locked
  ), dead as (
    update howdah.notification_route r
    set state = 'dead', version = r.version + 1, ended_at = howdah.now(), cause = 'work-' || w.state,
        error = left(w.error, 2000)
    from waiting w
    where r.id = w.route_id and r.work_id = w.work_id and r.state = 'waiting'
      and (not w.is_digest or exists (select from free f where f.route_id = r.id)
           or not exists (select from howdah.notification_digest d where d.route_id = r.id))
    returning r.id
  )
  select array_agg(d.id) into ended from dead d;
  delete from howdah.notification_digest d where d.route_id = any (ended);
  update howdah.notification_route r
  set state = 'dead', version = r.version + 1, ended_at = leader.ended_at, cause = leader.cause
  from howdah.notification_route leader
  where leader.id = any (ended) and r.digest_of = leader.id and r.state = 'gathered';
  get diagnostics gathered = row_count;
  return coalesce(cardinality(ended), 0) + gathered;
end
$$;

-- Makes the partitions of the coming days and drops those of attempts that are kept no longer.
create function howdah.notification_partitions(ahead int, keep interval) returns int
  language plpgsql volatile
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '200ms'
as $$
declare
  today date := (howdah.now() at time zone 'utc')::date;
  day date;
  part record;
  dropped int := 0;
begin
  for day in select d::date from generate_series(today, today + ahead, interval '1 day') d loop
    perform howdah.work_partition('notification_attempt', day, quote_literal(day::timestamp at time zone 'utc'),
                                  quote_literal((day + 1)::timestamp at time zone 'utc'));
  end loop;
  for part in
    select c.oid::regclass as name, to_date(right(c.relname, 8), 'YYYYMMDD') as day
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'howdah.notification_attempt'::regclass and c.relname ~ '_[0-9]{8}$'
  loop
    continue when (part.day + 1)::timestamp at time zone 'utc' > howdah.now() - keep;
    begin
      execute format('drop table %s', part.name);
      dropped := dropped + 1;
    exception
      when lock_not_available then null;
    end;
  end loop;
  return dropped;
end
$$;

select howdah.notification_partitions(14, interval '100 years');

-- Takes in what came as bytes. What cannot be taken in is put aside as it came, with the reason, and what comes behind it goes on.
create function howdah.notification_submit(producer text, raw bytea, out outcome text, out id bigint, out routes int,
                                           out reason text, out queues int[], out logged boolean, out people text[],
                                           out opened boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  if length(coalesce(producer, '')) not between 1 and 200 then
    raise invalid_parameter_value using message = format('a producer has 1 to 200 characters: "%s"', producer);
  end if;
  begin
    select * into outcome, id, routes, reason, queues, logged, people, opened
    from howdah.notification_accept(producer, convert_from(raw, 'UTF8')::jsonb);
  exception
    when data_exception or program_limit_exceeded or check_violation then
      outcome := 'malformed';
      reason := sqlerrm;
      opened := false;
  end;
  if outcome not in ('accepted', 'repeated') then
    -- More than is kept is no intent anyhow.
    insert into howdah.notification_malformed (producer, raw, code, reason, received_at)
    values (producer, substr(raw, 1, 1048576), outcome, left(reason, 2000), howdah.now())
    returning notification_malformed.id into id;
    outcome := 'quarantined';
  end if;
end
$$;

-- Public: takes an intent in, in the caller's transaction, from any language. The answer is the notification's id, the first
-- one's if it was taken in before. What cannot be taken in is an error: HD101 conflict, HD102 malformed, HD103 unknown
-- recipient, HD104 unknown template, HD105 template failed.
create function howdah.notify(producer text, intent jsonb) returns bigint
  language plpgsql volatile
as $$
declare
  answer record;
begin
  select * into answer from howdah.notification_accept(producer, intent);
  if answer.outcome not in ('accepted', 'repeated') then
    raise exception using message = format('%s: %s', answer.outcome, answer.reason), errcode = case answer.outcome
      when 'conflict' then 'HD101' when 'malformed' then 'HD102' when 'unknown-recipient' then 'HD103'
      when 'unknown-template' then 'HD104' else 'HD105' end;
  end if;
  return answer.id;
end
$$;

comment on function howdah.notify(text, jsonb) is
  'Public: takes a notification in, in your transaction. Call howdah.wake(''work'') after your commit if it should go at once.';

-- Public: takes in what came from outside, whatever it is. What cannot be read is quarantined; the answer says so.
create function howdah.submit_notification(producer text, raw bytea, out outcome text, out id bigint, out reason text)
  language sql volatile
as $$
  select s.outcome, s.id, case when s.outcome = 'quarantined' then s.reason end
  from howdah.notification_submit(producer, raw) s
$$;

comment on function howdah.submit_notification(text, bytea) is
  'Public: takes a notification in as bytes; what cannot be read is quarantined, and the answer says so.';

-- What is built in has its queue from the beginning, so that nobody's transaction has to make it.
select howdah.notification_open_queue('webhook'), howdah.notification_open_queue('email');

-- Public: how deliveries stand.
create view howdah.notification_deliveries as
  select r.id, r.delivery, r.notification_id, r.channel, r.address, r.person, r.state, r.attempts, r.cause, r.error, r.ended_at,
         n.producer, n.key, n.type, n.correlation, n.accepted_at
  from howdah.notification_route r
  join howdah.notification n on n.id = r.notification_id;
