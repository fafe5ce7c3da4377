-- A request that two of a group decide; the vote that decides enqueues the job.
select howdah.request_approval(
         'deploy/shop', 'carol', '[{"name": "sre", "needed": 2, "groups": ["sre"]}]', expires_after => interval '2 days',
         continuations => '[{"on": "approved", "kind": "example-deploy", "payload": {"version": "1.4.2"}}]') > 0 as asked;
