-- Two a minute, over everybody who asks.
select howdah.define_limit('example-mail', '{2}', '{1 min}', windows => '{true}');
select granted from howdah.take('example-mail', 'ada', 1);
select granted from howdah.take('example-mail', 'ada', 1);
select granted, retry_after < interval '2 min' as soon from howdah.take('example-mail', 'ada', 1);
