-- A message, sent, received and acknowledged.
select howdah.send('example.mail', '{"to": "ada"}', headers => '{"from": "shop"}') > 0 as sent;

-- In a transaction of its own: it is hidden from others for a minute.
create temporary table received as
  select receipt, payload, delivery from howdah.receive('example.mail', most => 10, visibility => interval '1 minute');
select payload, delivery from received;

-- Together with what follows from it; raises when the receipt has expired.
begin;
select howdah.ack(receipt) from received;
commit;
select count(*) as left_over from howdah.receive('example.mail');
