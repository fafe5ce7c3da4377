-- A lease with its token, and a transaction that commits only while it is held.
create temporary table lease as
  select token, expires_at from howdah.acquire_lease('example', 'invoices', 'a script', interval '1 minute');
select token is not null as granted from lease;
select token is null as denied from howdah.acquire_lease('example', 'invoices', 'another', interval '1 minute');

begin;
-- ... what only the holder may write ...
select howdah.fence_lease('example', 'invoices', token) from lease;
commit;
select howdah.release_lease('example', 'invoices', token) as somebody_waits from lease;
