// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statements about people, groups and templates. */
final class PeopleStore {
    private static final Sql PUT = Sql.of("""
        insert into howdah.notification_person (name, addresses, zone, quiet_from, quiet_to, digest)
        select :name, jsonb_object(:channels::text[], :addresses::text[]), zone.name, :quietFrom::time, :quietTo::time,
               :digest::interval
        from (select :zone::text as name, howdah.now() at time zone :zone::text) as zone
        on conflict (name) do update
          set addresses = excluded.addresses, zone = excluded.zone, quiet_from = excluded.quiet_from,
              quiet_to = excluded.quiet_to, digest = excluded.digest
        """);

    private static final Sql FORGET_PREFERENCES =
            Sql.of("delete from howdah.notification_preference where person = :name");

    private static final Sql PREFER = Sql.of("""
        insert into howdah.notification_preference (person, type, channels)
        values (:name, :type, :channels)
        """);

    private static final Sql IS_MAIL = Sql.of("select howdah.notification_is_mail(:address) as mail");

    private static final Sql FIND = Sql.of("""
        select p.name, p.zone, p.quiet_from::text, p.quiet_to::text, p.digest,
               array(select a.key from jsonb_each_text(p.addresses) a order by a.key) as channels,
               array(select a.value from jsonb_each_text(p.addresses) a order by a.key) as addresses
        from howdah.notification_person p
        where p.name = :name
        """);

    private static final Sql LIST = Sql.of("""
        select p.name, p.zone, p.quiet_from::text, p.quiet_to::text, p.digest,
               array(select a.key from jsonb_each_text(p.addresses) a order by a.key) as channels,
               array(select a.value from jsonb_each_text(p.addresses) a order by a.key) as addresses
        from howdah.notification_person p
        where p.name > :after
        order by p.name
        limit :limit
        """);

    private static final Sql PREFERENCES = Sql.of("""
        select type, channels
        from howdah.notification_preference
        where person = :name
        """);

    private static final Sql REMOVE = Sql.of("delete from howdah.notification_person where name = :name");

    private static final Sql JOIN = Sql.of("""
        insert into howdah.notification_group (name, person)
        select :group, p.name
        from howdah.notification_person p
        where p.name = :person
        on conflict do nothing
        """);

    private static final Sql LEAVE = Sql.of("""
        delete from howdah.notification_group
        where name = :group
          and person = :person
        """);

    private static final Sql MEMBERS = Sql.of("""
        select person
        from howdah.notification_group
        where name = :group
        order by person
        limit :limit
        """);

    private static final Sql GROUPS = Sql.of("""
        select name, count(*) as members
        from howdah.notification_group
        where name > :after
        group by name
        order by name
        limit :limit
        """);

    private static final Sql PUT_TEMPLATE = Sql.of("""
        insert into howdah.notification_template (name, subject, body, html)
        values (:name, :subject, :body, :html)
        on conflict (name) do update
          set subject = excluded.subject, body = excluded.body, html = excluded.html, changed_at = howdah.now()
        """);

    private static final Sql FIND_TEMPLATE = Sql.of("""
        select name, subject, body, html
        from howdah.notification_template
        where name = :name
        """);

    private static final Sql LIST_TEMPLATES = Sql.of("""
        select name, subject, body, html
        from howdah.notification_template
        where name > :after
        order by name
        limit :limit
        """);

    private static final Sql REMOVE_TEMPLATE = Sql.of("delete from howdah.notification_template where name = :name");

    private final Db db;

    PeopleStore(Db db) {
        this.db = db;
    }

    void put(Person person) {
        db.run(PUT)
                .set("name", person.name())
                .set("channels", person.addresses().keySet().toArray(String[]::new))
                .set("addresses", person.addresses().values().toArray(String[]::new))
                .set("zone", person.zone().getId())
                .set("quietFrom", person.quietFrom().map(LocalTime::toString).orElse(null))
                .set("quietTo", person.quietTo().map(LocalTime::toString).orElse(null))
                .set("digest", person.digest().orElse(null))
                .update();
        db.run(FORGET_PREFERENCES).set("name", person.name()).update();
        person.channels()
                .forEach((type, channels) -> db.run(PREFER)
                        .set("name", person.name())
                        .set("type", type)
                        .set("channels", channels.toArray(String[]::new))
                        .update());
    }

    boolean isMail(String address) {
        return db.run(IS_MAIL).set("address", address).one(row -> row.bool("mail"));
    }

    Optional<Person> find(String name) {
        return db.run(FIND).set("name", name).optional(PeopleStore::person).map(this::withPreferences);
    }

    List<Person> list(String after, int limit) {
        var found = db.run(LIST).set("after", after).set("limit", limit).list(PeopleStore::person);
        return found.stream().map(this::withPreferences).toList();
    }

    private static Person person(Row row) throws SQLException {
        var person = Person.of(row.string("name"));
        var channels = row.strings("channels");
        var addresses = row.strings("addresses");
        for (int i = 0; i < channels.size(); i++) {
            person = person.address(channels.get(i), addresses.get(i));
        }
        var from = row.stringOrNull("quiet_from");
        var to = row.stringOrNull("quiet_to");
        if (from != null && to != null) {
            person = person.quiet(LocalTime.parse(from), LocalTime.parse(to), ZoneId.of(row.string("zone")));
        }
        var digest = row.durationOrNull("digest");
        return digest == null ? person : person.digest(digest);
    }

    private record Preference(String type, List<String> channels) {}

    private Person withPreferences(Person person) {
        var with = person;
        var preferences = new ArrayList<>(db.run(PREFERENCES)
                .set("name", person.name())
                .list(row -> new Preference(row.string("type"), row.strings("channels"))));
        for (var preference : preferences) {
            with = with.prefersFor(preference.type(), preference.channels().toArray(String[]::new));
        }
        return with;
    }

    boolean remove(String name) {
        return db.run(REMOVE).set("name", name).update() == 1;
    }

    boolean join(String group, String person) {
        return db.run(JOIN).set("group", group).set("person", person).update() == 1;
    }

    boolean leave(String group, String person) {
        return db.run(LEAVE).set("group", group).set("person", person).update() == 1;
    }

    Map<String, Integer> groups(String after, int limit) {
        var groups = new LinkedHashMap<String, Integer>();
        db.run(GROUPS)
                .set("after", after)
                .set("limit", limit)
                .list(row -> Map.entry(row.string("name"), row.integer("members")))
                .forEach(group -> groups.put(group.getKey(), group.getValue()));
        return Collections.unmodifiableMap(groups);
    }

    List<String> members(String group, int limit) {
        return db.run(MEMBERS).set("group", group).set("limit", limit).list(row -> row.string("person"));
    }

    void put(NotificationTemplate template) {
        db.run(PUT_TEMPLATE)
                .set("name", template.name())
                .set("subject", template.subject())
                .set("body", template.text())
                .set("html", template.html().orElse(null))
                .update();
    }

    Optional<NotificationTemplate> findTemplate(String name) {
        return db.run(FIND_TEMPLATE).set("name", name).optional(PeopleStore::template);
    }

    List<NotificationTemplate> listTemplates(String after, int limit) {
        return db.run(LIST_TEMPLATES).set("after", after).set("limit", limit).list(PeopleStore::template);
    }

    private static NotificationTemplate template(Row row) throws SQLException {
        return new NotificationTemplate(
                row.string("name"),
                row.string("subject"),
                row.string("body"),
                Optional.ofNullable(row.stringOrNull("html")));
    }

    boolean removeTemplate(String name) {
        return db.run(REMOVE_TEMPLATE).set("name", name).update() == 1;
    }
}
