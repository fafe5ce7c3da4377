-- oldest-compatible: 1

-- How much passed through and how far behind it was, minute by minute, for the charts of the console. Whoever comes first in a
-- minute writes it down; the minute is the key, so nobody writes it twice. The sums only grow until the server's statistics
-- begin anew or a partition is dropped: what counts is how far two that follow each other lie apart.
create table howdah.history (
  at          timestamptz primary key,
  added       bigint not null,
  ended       bigint not null,
  ready       int not null,
  waited      double precision not null,
  lag_events  bigint not null,
  lagged      double precision not null
);

comment on table howdah.history is 'Private. GET /api/v1/stats/history reads it.';
