// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.timeline;

import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The statements behind the timeline: each part by an index on what things belong to, and each bounded. */
final class TimelineStore {
    /** Deliveries are work too; they are shown as what they are. */
    private static final Sql STEPS = Sql.of("""
        with work as materialized (
          select b.id, k.name, q.name as queue,
                 case when k.id = howdah.message_kind() then 'message' else 'job' end as kind
          from howdah.work_body b
          join howdah.kind k on k.id = b.kind_id
          join howdah.queue q on q.id = b.queue_id
          where b.correlation = :correlation and not starts_with(q.name, 'notification/')
          order by b.id desc
          limit :most
        ), told as materialized (
          select n.id, n.type, n.producer, n.accepted_at
          from howdah.notification n
          where n.correlation = :correlation
          order by n.id desc
          limit :most
        )
        select step.at, step.kind, step.id, step.name, step.place, step.what, step.by,
               left(split_part(step.detail, chr(10), 1), 300) as detail
        from (
          (select s.at, 'approval' as kind, a.id::text, a.subject as name, null::text as place, s.action as what,
                  s.actor as by, s.comment as detail
           from howdah.approval a
           join howdah.approval_step s on s.approval_id = a.id
           where a.correlation = :correlation
           order by a.id desc, s.number desc
           limit :most)
          union all
          select howdah.work_time(w.id), w.kind, w.id::text, w.name, w.queue,
                 case w.kind when 'job' then 'enqueued' else 'sent' end, null, null
          from work w
          union all
          (select o.at, w.kind, w.id::text, w.name, w.queue, o.state, m.name, o.error
           from work w
           join howdah.work_outcome o on o.id = w.id
           left join howdah.member m on m.id = o.member
           order by o.at desc
           limit :most)
          union all
          (select howdah.work_time(f.id), 'workflow', f.id::text, f.name, null, 'started', null, null
           from howdah.job_flow f
           where f.correlation = :correlation
           order by f.id desc
           limit :most)
          union all
          (select f.ended_at, 'workflow', f.id::text, f.name, null,
                  case when f.failed then 'failed' else 'done' end, null, null
           from howdah.job_flow f
           where f.correlation = :correlation and f.ended_at is not null
           order by f.id desc
           limit :most)
          union all
          (select e.at, 'event', e.id::text, e.type, t.name, 'appended', null, e.subject
           from (select *
                 from howdah.log_entry n
                 where n.correlation = :correlation
                 order by n.event_id desc
                 limit :most) n
           join howdah.log_event e on e.slice = n.event_slice and e.xid = n.xid and e.id = n.event_id
           join howdah.log_part p on p.id = n.part_id
           join howdah.log_topic t on t.id = p.topic_id)
          union all
          select n.accepted_at, 'notification', n.id::text, n.type, null, 'taken in', n.producer, null
          from told n
          union all
          (select a.at, 'notification', n.id::text, n.type, r.channel || ' ' || r.address, a.result, null, a.error
           from told n
           join howdah.notification_route r on r.notification_id = n.id
           join howdah.notification_attempt a on a.route_id = r.id
           order by a.at desc
           limit :most)
        ) step
        order by step.at desc, step.kind, step.id desc
        limit :most
        """);

    private final ReadStore reads;

    TimelineStore(ReadStore reads) {
        this.reads = reads;
    }

    /** The latest, the newest first. */
    List<TimelineStep> steps(String correlation, int most) {
        return reads.look(db ->
                db.run(STEPS).set("correlation", correlation).set("most", most).list(TimelineStore::step));
    }

    private static TimelineStep step(Row row) throws SQLException {
        return new TimelineStep(
                row.instant("at"),
                row.string("kind"),
                row.string("id"),
                row.string("name"),
                Optional.ofNullable(row.stringOrNull("place")),
                row.string("what"),
                Optional.ofNullable(row.stringOrNull("by")),
                Optional.ofNullable(row.stringOrNull("detail")));
    }
}
