-- An event, appended in a transaction. It gets its offset after the commit; groups read it from there. The topic must be there:
-- it is made by the first append or group of Java, or by PUT /api/v1/log/topics/example-orders.
begin;
select howdah.append('example-orders', 'order-placed', '{"order": 42}', key => 'order-42') is not null as appended;
commit;
select topic, count(*) as partitions from howdah.log_topics where topic = 'example-orders' group by topic;
