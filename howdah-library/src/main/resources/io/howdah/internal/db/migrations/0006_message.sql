-- oldest-compatible: 1
-- Messages: work of the kind 'message' that whoever has the receipt ends. What waits in a queue and how it is claimed and
-- ended is the engine's; here are dead letters, topics, statistics, and what any language can call.

create function howdah.message_kind() returns int
  language sql volatile
  return howdah.kind_id('message');

-- Where messages of a queue go that were delivered too often: the queue it names, or <name>.dead, where nothing dies.
create function howdah.message_dead_letters(queue int) returns int
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  origin howdah.queue;
  letters text;
  letters_id int;
begin
  select * into strict origin from howdah.queue q where q.id = queue;
  if origin.dead_letter_id is not null then
    return origin.dead_letter_id;
  end if;
  letters := left(origin.name, 95) || '.dead';
  select q.id into letters_id from howdah.queue q where q.name = letters;
  if letters_id is null then
    insert into howdah.queue (name, max_deliveries) values (letters, null) on conflict (name) do nothing;
    select q.id into strict letters_id from howdah.queue q where q.name = letters;
  end if;
  return letters_id;
end
$$;

-- Writes the dead letter of a message and answers with the ready row it is to have; nothing if it is not a message. It has no
-- key there, so that one letter does not keep others from being looked at.
create function howdah.message_bury(queue int, dead bigint, deliveries int, reason text)
  returns table (queue_id int, priority smallint, seq bigint, id bigint)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  body howdah.work_body;
  said jsonb;
begin
  select * into body from howdah.work_body b where b.id = dead and b.max_attempts = 0;
  if not found then
    return;
  end if;
  said := jsonb_strip_nulls(jsonb_build_object(
    'dead-letter-queue', (select q.name from howdah.queue q where q.id = queue),
    'dead-letter-id', dead::text,
    'dead-letter-deliveries', deliveries::text,
    'dead-letter-reason', left(reason, 1000),
    'dead-letter-group', body.lane));
  queue_id := howdah.message_dead_letters(queue);
  priority := body.priority;
  seq := howdah.work_next();
  id := howdah.work_id(seq);
  insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, correlation, trace, parent_id, headers,
                                content_type, payload)
  values (id, queue_id, body.kind_id, priority, 0, body.correlation, body.trace, dead,
          -- Where there is no room for both: a letter that could not be written would keep back all that end with it.
          case when pg_column_size(coalesce(body.headers, '{}') || said) > 32768 then said
               else coalesce(body.headers, '{}') || said end,
          body.content_type, body.payload);
  return next;
end
$$;

-- How messages of a queue are treated from now on. No number of deliveries is any number, no letters are <name>.dead.
create function howdah.message_settings(queue int, visibility interval, deliveries int, letters int, keep interval)
  returns void
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  if exists (
      with recursive onward (id) as (
        select letters
        union
        select q.dead_letter_id from onward o join howdah.queue q on q.id = o.id
      )
      select from onward o where o.id = queue) then
    raise invalid_parameter_value using message = format(
      'dead letters of queue %s would come back to it', (select q.name from howdah.queue q where q.id = queue));
  end if;
  update howdah.queue q
  set visibility = message_settings.visibility, max_deliveries = deliveries, dead_letter_id = letters,
      keep = message_settings.keep
  where q.id = queue;
end
$$;

-- What of a queue waits for a worker or behind others of its key, each counted up to :most, so that a long queue costs no more
-- than a short one; and since when the first of those that wait for a worker was made. What has a key and was not looked at
-- yet waits for a worker, as it does where there is none.
create function howdah.queue_line(queue int, most int, out ready bigint, out blocked bigint, out oldest timestamptz)
  language plpgsql stable
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan
as $$
begin
  select count(*) into ready
  from (select from howdah.work_ready r where r.queue_id = queue
        union all
        select from howdah.work_inbox i where i.queue_id = queue and i.id is not null
        limit most) capped;
  select count(*) into blocked from (select from howdah.work_blocked b where b.queue_id = queue limit most) capped;
  select least(
    (select min(howdah.work_time(first.id))
     from generate_series(0, 9) level
     cross join lateral (
       select r.id
       from howdah.work_ready r
       where r.queue_id = queue and r.priority = level::smallint
       order by r.seq
       limit 1
     ) first),
    (select howdah.work_time(i.id)
     from howdah.work_inbox i
     where i.queue_id = queue and i.id is not null
     order by i.seq
     limit 1)) into oldest;
end
$$;

-- How much of a queue is where, each counted up to :most.
create function howdah.queue_depth(queue int, most int,
                                   out ready bigint, out in_flight bigint, out delayed bigint, out blocked bigint,
                                   out oldest timestamptz)
  language plpgsql stable
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan
as $$
begin
  select line.ready, line.blocked, line.oldest into ready, blocked, oldest from howdah.queue_line(queue, most) line;
  select count(*) into in_flight from (select from howdah.work_lease l where l.queue_id = queue limit most) capped;
  select count(*) into delayed from (select from howdah.work_deferred d where d.queue_id = queue limit most) capped;
end
$$;

-- What waits at the head of a queue, most urgent first, without claiming it.
create function howdah.message_peek(queue int, most int)
  returns table (id bigint, attempt int, priority smallint, lane text, correlation text, headers jsonb, content_type text,
                 payload bytea)
  language plpgsql stable
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set enable_sort = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    select r.id, r.attempt, r.priority, b.lane, b.correlation, b.headers, b.content_type, b.payload
    from (
      select w.id, w.attempt, w.priority, w.seq
      from howdah.work_ready w
      join howdah.kind k on k.id = w.kind_id and k.name = 'message'
      where w.queue_id = queue
      order by w.priority, w.seq
      limit most
    ) r
    join howdah.work_body b on b.id = r.id
    order by r.priority, r.seq;
end
$$;

-- Ends up to :most of each kind of waiting message of a queue that were sent before an id; what somebody has received stays.
create function howdah.message_purge(queue int, before bigint, most int) returns int
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  message int := howdah.message_kind();
  ids bigint[];
  attempts int[];
begin
  -- Nobody lets in meanwhile what is being taken away.
  perform from howdah.work_gate g where g.queue_id = queue for update;
  with ready as (
    delete from howdah.work_ready w
    using (select r.ctid as place from howdah.work_ready r
           where r.queue_id = queue and r.kind_id = message and r.id < before
           order by r.priority, r.seq limit most for update skip locked) next
    where w.ctid = next.place
    returning w.id, w.attempt, w.priority, w.flags
  ), deferred as (
    delete from howdah.work_deferred w
    using (select d.ctid as place from howdah.work_deferred d
           where d.queue_id = queue and d.kind_id = message and d.id < before
           limit most for update skip locked) next
    where w.ctid = next.place
    returning w.id, w.attempt, w.priority, w.flags
  ), blocked as (
    delete from howdah.work_blocked w
    using (select b.ctid as place from howdah.work_blocked b
           where b.queue_id = queue and b.kind_id = message and b.id < before
           limit most for update skip locked) next
    where w.ctid = next.place
    returning w.id, w.attempt, w.priority, w.flags
  ), inbox as (
    delete from howdah.work_inbox w
    using (select i.ctid as place from howdah.work_inbox i
           where i.queue_id = queue and i.kind_id = message and i.id < before
           order by i.seq limit most for update skip locked) next
    where w.ctid = next.place
    returning w.id, w.attempt, w.priority, w.flags
  ), leased as (
    -- Held for this moment, so that it is ended like everything else is.
    insert into howdah.work_lease (id, attempt, until, queue_id, priority, kind_id, flags, claimed_at)
    select w.id, w.attempt, clock_timestamp(), queue, w.priority, message, w.flags, clock_timestamp()
    from (table ready union all table deferred union all table blocked union all table inbox) w
    returning id, attempt
  )
  select array_agg(l.id), array_agg(l.attempt) into ids, attempts
  from leased l;
  if ids is null then
    return 0;
  end if;
  perform howdah.work_end(ids, attempts, array_fill('discarded'::text, array[cardinality(ids)]), null,
                          array_fill('purged'::text, array[cardinality(ids)]), null);
  return cardinality(ids);
end
$$;

-- Sends dead letters to where they came from: looks at up to :most after a place in their queue, and moves those that match.
-- With a gap they come due one after the other, so that who handles them is not overrun. The answer is how far it looked.
create function howdah.message_redrive(letters int, place bigint[], most int, origin text, reason text,
                                       first_due timestamptz, gap interval,
                                       out looked int, out moved int, out next_place bigint[])
  language plpgsql volatile
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_variable
declare
  message int := howdah.message_kind();
  letter record;
  target int;
begin
  looked := 0;
  moved := 0;
  next_place := place;
  for letter in
    select r.ctid as row_place, r.seq, r.priority as level, r.flags, b.*
    from howdah.work_ready r
    join howdah.work_body b on b.id = r.id
    where r.queue_id = letters and r.kind_id = message
      and (r.priority, r.seq) > (place[1]::smallint, place[2])
    order by r.priority, r.seq
    limit most
    for update of r skip locked
  loop
    looked := looked + 1;
    next_place := array[letter.level, letter.seq];
    continue when letter.headers ->> 'dead-letter-queue' is null
      or letter.headers ->> 'dead-letter-queue' <> origin
      or position(reason in coalesce(letter.headers ->> 'dead-letter-reason', '')) = 0;
    target := howdah.queue_id(letter.headers ->> 'dead-letter-queue');
    if letter.headers ? 'dead-letter-group' then
      perform howdah.work_open_gate(target);
    end if;
    perform howdah.work_add(target, message, letter.priority, first_due + moved * gap, 0, null, letter.correlation,
                            letter.trace, null, null, null, letter.headers ->> 'dead-letter-group', letter.id,
                            nullif(letter.headers - array['dead-letter-queue', 'dead-letter-id', 'dead-letter-reason',
                                                          'dead-letter-deliveries', 'dead-letter-group'], '{}'),
                            letter.content_type, letter.payload);
    delete from howdah.work_ready r where r.ctid = letter.row_place;
    insert into howdah.work_lease (id, attempt, until, queue_id, priority, kind_id, flags, claimed_at)
    values (letter.id, 0, clock_timestamp(), letters, letter.level, message, letter.flags, clock_timestamp());
    perform howdah.work_done(array[letter.id], array[0]);
    moved := moved + 1;
  end loop;
end
$$;

-- Forgets what ended longer ago than its queue keeps it: looks at up to :most bodies since the last time, and says at how
-- many. What had not ended then stays until its day is dropped.
create function howdah.message_forget(queue int, most int) returns int
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  settings howdah.queue;
  last_id bigint;
  upto bigint;
  looked int;
  ids bigint[];
begin
  select * into settings from howdah.queue q where q.id = queue;
  upto := howdah.work_id_at(howdah.now() - settings.keep);
  select count(*), max(body.id), array_agg(body.id) filter (where body.queue_id = queue and exists (
           select from howdah.work_outcome o
           where o.id = body.id and o.state in ('done', 'dead', 'discarded', 'cancelled')))
  into looked, last_id, ids
  from (
    select b.id, b.queue_id
    from howdah.work_body b
    where b.id > settings.forgotten and b.id <= upto
    order by b.id
    limit most
  ) body;
  delete from howdah.work_outcome o where o.id = any (ids);
  delete from howdah.work_body b where b.id = any (ids);
  update howdah.queue q set forgotten = coalesce(last_id, upto) where q.id = queue and q.forgotten < coalesce(last_id, upto);
  return looked;
end
$$;

-- Which topics reach which queues. A topic is words with dots between them; in a pattern * is any word and # any number of
-- words. Those without either are found by name, the others by their first word and then by trying.
create table howdah.topic_binding (
  pattern   text not null check (length(pattern) <= 255),
  queue_id  int not null references howdah.queue,
  head      text not null,
  matcher   text,
  bound_at  timestamptz not null,
  primary key (pattern, queue_id)
);

create index topic_binding_head on howdah.topic_binding (head) where matcher is not null;

create function howdah.topic_bind(pattern text, queue text) returns boolean
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  words text[] := string_to_array(pattern, '.');
begin
  if length(pattern) > 255 or pattern !~ '^([A-Za-z0-9_-]+|[*#])(\.([A-Za-z0-9_-]+|[*#]))*$' then
    raise invalid_parameter_value using message = format(
      'a pattern is up to 255 characters, words of letters, digits, _ and -, or * or #, with dots between: "%s"', pattern);
  end if;
  insert into howdah.topic_binding (pattern, queue_id, head, matcher, bound_at)
  values (pattern, howdah.queue_id(queue), words[1],
          case when pattern ~ '[*#]' then
            '^' || (select string_agg(case word when '*' then '\.[^.]+' when '#' then '(\.[^.]+)*' else '\.' || word end, ''
                                      order by place)
                    from unnest(words) with ordinality as w (word, place)) || '$'
          end,
          howdah.now())
  on conflict do nothing;
  return found;
end
$$;

create function howdah.topic_queues(topic text) returns setof int
  language plpgsql stable
as $$
begin
  if length(topic) > 255 or topic !~ '^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$' then
    raise invalid_parameter_value using message = format(
      'a topic is up to 255 characters, words of letters, digits, _ and - with dots between: "%s"', topic);
  end if;
  return query
    select b.queue_id from howdah.topic_binding b where b.pattern = topic and b.matcher is null
    union
    select b.queue_id
    from howdah.topic_binding b
    where b.matcher is not null and b.head in (split_part(topic, '.', 1), '*', '#') and '.' || topic ~ b.matcher;
end
$$;

-- One message for each queue that the topic reaches, all in this transaction.
create function howdah.topic_publish(
    topic text, priority int, due_at timestamptz, correlation text, trace text, dedup_id text, dedup_window interval,
    group_id text, headers jsonb, content_type text, payload bytea)
  returns table (queue_id int, queue text, id bigint, added boolean)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  message int := howdah.message_kind();
begin
  for queue_id, queue in
    select t.number, q.name
    from howdah.topic_queues(topic) as t (number)
    join howdah.queue q on q.id = t.number
    order by q.name
  loop
    if group_id is not null then
      perform howdah.work_open_gate(queue_id);
    end if;
    select a.id, a.added into id, added
    from howdah.work_add(queue_id, message, priority, due_at, 0, null, correlation, trace, dedup_id, 'keep', dedup_window,
                         group_id, null, coalesce(headers, '{}') || jsonb_build_object('topic', topic), content_type,
                         payload) a;
    return next;
  end loop;
end
$$;

-- What is told to whoever receives a message, and must be given back to end it: id, attempt, queue, whether others wait.
create function howdah.message_receipt(id bigint, attempt int, queue int, flags smallint) returns text
  language sql immutable
  return encode(int8send(id) || int4send(attempt) || int4send(queue)
                || case when flags & 12 <> 0 then '\x01'::bytea else '\x00'::bytea end, 'hex');

create function howdah.message_held(receipts text[]) returns table (receipt text, id bigint, attempt int)
  language plpgsql immutable
as $$
#variable_conflict use_variable
begin
  foreach receipt in array receipts loop
    if receipt !~ '^[0-9a-f]{34}$' then
      raise invalid_parameter_value using message = format(
        'a receipt is the 34 characters that came with a message: "%s"', receipt);
    end if;
    id := ('x' || substr(receipt, 1, 16))::bit(64)::bigint;
    attempt := ('x' || substr(receipt, 17, 8))::bit(32)::int;
    return next;
  end loop;
end
$$;

-- Those of which nothing was ended; of two attempts of one message only the later one can have been.
create function howdah.message_unheld(receipts text[], ended bigint[]) returns table (receipt text, id bigint, attempt int)
  language sql stable
as $$
  select h.receipt, h.id, h.attempt
  from (select m.*, max(m.attempt) over (partition by m.id) as latest from howdah.message_held(receipts) m) h
  where h.id <> all (coalesce(ended, '{}')) or h.attempt < h.latest
$$;

-- JSON where it is, and where PostgreSQL can take it; null otherwise, for one odd message must not keep others back.
create function howdah.message_json(content_type text, payload bytea) returns jsonb
  language plpgsql stable
as $$
begin
  if content_type not like 'application/json%' then
    return null;
  end if;
  return convert_from(payload, 'UTF8')::jsonb;
exception
  when data_exception then return null;
end
$$;

create function howdah.message_check(queue text, delay interval, headers jsonb, bytes int) returns void
  language plpgsql immutable
as $$
begin
  if delay < interval '0' or delay > interval '3650 days' then
    raise invalid_parameter_value using message = format('a delay must be from nothing to ten years: %s', delay);
  end if;
  if pg_column_size(headers) > 16384 then
    raise invalid_parameter_value using message = format(
      'headers have at most 16 KB, these for queue %s have %s bytes', queue, pg_column_size(headers));
  end if;
  if bytes > 1048576 then
    raise invalid_parameter_value using message = format(
      'a payload has at most 1 MiB, this one for queue %s has %s bytes; store it elsewhere and send where it is',
      queue, bytes);
  end if;
end
$$;

-- Public: sends bytes of any kind to a queue, in the caller's transaction. The answer is the message's id, or that of the one
-- with the same dedup_id within the window.
create function howdah.send_bytes(
    queue text, payload bytea, content_type text default 'application/octet-stream', delay interval default null,
    priority int default 5, headers jsonb default null, dedup_id text default null,
    dedup_window interval default interval '5 minutes', group_id text default null, correlation text default null)
  returns bigint
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  queue_number int := howdah.queue_id(queue);
begin
  perform howdah.message_check(queue, delay, headers, octet_length(payload));
  if group_id is not null then
    perform howdah.work_open_gate(queue_number);
  end if;
  return (select a.id
          from howdah.work_add(queue_number, howdah.message_kind(), priority, howdah.now() + delay, 0, null, correlation,
                               null, dedup_id, 'keep', dedup_window, group_id, null, howdah.work_headers(headers),
                               content_type, payload) a);
end
$$;

create function howdah.send(
    queue text, payload jsonb, delay interval default null, priority int default 5, headers jsonb default null,
    dedup_id text default null, dedup_window interval default interval '5 minutes', group_id text default null,
    correlation text default null)
  returns bigint
  language sql volatile
  return howdah.send_bytes(queue, convert_to(payload::text, 'UTF8'), 'application/json', delay, priority, headers, dedup_id,
                           dedup_window, group_id, correlation);

create function howdah.publish(
    topic text, payload jsonb, delay interval default null, priority int default 5, headers jsonb default null,
    dedup_id text default null, dedup_window interval default interval '5 minutes', group_id text default null,
    correlation text default null)
  returns table (queue text, id bigint)
  language plpgsql volatile
as $$
#variable_conflict use_variable
begin
  perform howdah.message_check(topic, delay, headers, octet_length(payload::text));
  return query
    select p.queue, p.id
    from howdah.topic_publish(topic, priority, howdah.now() + delay, correlation, null, dedup_id, dedup_window, group_id,
                              howdah.work_headers(headers), 'application/json', convert_to(payload::text, 'UTF8')) p;
end
$$;

-- Public: takes up to :most messages and hides them from others for a time. Call it in a transaction of its own: while it is
-- open, nobody lets in the next of a group.
create function howdah.receive(queue text, most int default 1, visibility interval default null)
  returns table (receipt text, id bigint, delivery int, payload jsonb, body bytea, content_type text, headers jsonb,
                 group_id text, priority int, correlation text, sent_at timestamptz)
  language plpgsql volatile
as $$
#variable_conflict use_variable
declare
  queue_number int := (select q.id from howdah.queue q where q.name = queue);
  message int[] := array[howdah.message_kind()];
  beginning bigint[] := array_fill(0::bigint, array[10]);
begin
  if queue_number is null then
    raise undefined_object using message = format('there is no queue %s: nobody has sent anything to it yet', queue);
  end if;
  if most not between 1 and 1000 then
    raise invalid_parameter_value using message = format('1 to 1000 messages can be received at a time, not %s', most);
  end if;
  if visibility not between interval '1 s' and interval '12 h' then
    raise invalid_parameter_value using message = format('visibility must be 1 s to 12 h: %s', visibility);
  end if;
  if exists (select from howdah.work_gate g where g.queue_id = queue_number) then
    perform howdah.work_admit(queue_number, message, beginning, 0, most);
  end if;
  return query
    select howdah.message_receipt(c.id, c.attempt, queue_number, (c.flags & 31)::smallint), c.id, c.attempt,
           howdah.message_json(c.content_type, c.payload), c.payload, c.content_type, c.headers, c.lane, c.priority::int,
           c.correlation, howdah.work_time(c.id)
    from howdah.work_claim(queue_number, message, beginning, most, null, visibility) c
    order by c.priority, c.seq;
end
$$;

-- The receipts that were not held any more; an acknowledgement that is repeated is one.
create function howdah.ack(receipts text[]) returns setof text
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  ids bigint[] := array(select h.id from howdah.message_held(receipts) h order by h.id);
  attempts int[] := array(select h.attempt from howdah.message_held(receipts) h order by h.id);
  unheld bigint[] := howdah.work_done(ids, attempts);
  ended bigint[] := array(select unnest(ids) except select unnest(unheld));
begin
  return query
    select h.receipt
    from howdah.message_unheld(receipts, ended) h
    where not exists (select from howdah.work_outcome o where o.id = h.id and o.attempt = h.attempt and o.state = 'done');
end
$$;

create function howdah.nack(receipts text[], delay interval default interval '0', reason text default 'it was refused')
  returns setof text
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  ended bigint[];
begin
  perform howdah.message_check('', delay, null, 0);
  select array_agg(done) into ended
  from howdah.work_end(array(select h.id from howdah.message_held(receipts) h order by h.id),
                       array(select h.attempt from howdah.message_held(receipts) h order by h.id),
                       array_fill('nacked'::text, array[cardinality(receipts)]),
                       array_fill(delay, array[cardinality(receipts)]),
                       array_fill(reason, array[cardinality(receipts)]), null) done;
  return query
    select h.receipt from howdah.message_unheld(receipts, ended) h;
end
$$;

create function howdah.extend(receipts text[], visibility interval) returns setof text
  language plpgsql volatile
as $$
#variable_conflict use_column
declare
  held bigint[];
begin
  if visibility not between interval '1 s' and interval '12 h' then
    raise invalid_parameter_value using message = format('visibility must be 1 s to 12 h: %s', visibility);
  end if;
  select array_agg(extended) into held
  from howdah.work_extend(array(select h.id from howdah.message_held(receipts) h order by h.id),
                          array(select h.attempt from howdah.message_held(receipts) h order by h.id), visibility) extended;
  return query
    select h.receipt from howdah.message_unheld(receipts, held) h;
end
$$;

-- One alone raises when it is not held any more, so that what was written in the same transaction is rolled back with it.
create function howdah.message_refuse(refused text) returns void
  language plpgsql volatile
as $$
begin
  if refused is not null then
    raise object_not_in_prerequisite_state using
      message = format('the receipt %s has expired: the message was ended, or delivered again', refused);
  end if;
end
$$;

create function howdah.ack(receipt text) returns void
  language sql volatile
  return howdah.message_refuse((select howdah.ack(array[receipt])));

create function howdah.nack(receipt text, delay interval default interval '0', reason text default 'it was refused')
  returns void
  language sql volatile
  return howdah.message_refuse((select howdah.nack(array[receipt], delay, reason)));

create function howdah.extend(receipt text, visibility interval) returns void
  language sql volatile
  return howdah.message_refuse((select howdah.extend(array[receipt], visibility)));

comment on function howdah.send(text, jsonb, interval, int, jsonb, text, interval, text, text) is
  'Public: sends a message in your transaction. Call howdah.wake(''work'') after your commit if it should arrive at once.';
comment on function howdah.receive(text, int, interval) is
  'Public: takes messages and hides them from others for a time. Call it in a transaction of its own.';
comment on function howdah.ack(text) is
  'Public: ends a message, in your transaction if you like. Raises 55000 when the receipt has expired.';
