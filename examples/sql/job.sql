-- A job, enqueued together with what it is about. Whoever handles its type does it, in any language.
create table if not exists example_order (id int primary key);
delete from example_order;

begin;
insert into example_order values (42);
select howdah.enqueue('example-charge', '{"order": 42}', queue => 'example', delay => interval '5 minutes',
                      unique_key => 'order:42', if_exists => 'keep') > 0 as enqueued;
commit;

-- The same again is kept out by its key: it is the same job.
select howdah.enqueue('example-charge', '{"order": 42}', queue => 'example', unique_key => 'order:42', if_exists => 'keep')
     = howdah.enqueue('example-charge', '{"order": 42}', queue => 'example', unique_key => 'order:42', if_exists => 'keep')
    as same_job;
