// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is notified and in which words: people, groups and templates. Thread-safe. */
public final class People {
    private final Db db;

    People(Db db) {
        this.db = db;
    }

    /** Makes somebody known, or changes what was known; groups stay. */
    public void put(Person person) {
        var store = new PeopleStore(db);
        var email = person.addresses().get("email");
        if (email != null && !store.isMail(email)) {
            throw new IllegalArgumentException("\"" + email + "\" of " + person.name() + " is no e-mail address");
        }
        db.tx(transaction -> {
            new PeopleStore(transaction).put(person);
            return person;
        });
    }

    public Optional<Person> find(String name) {
        return new PeopleStore(db).find(name);
    }

    /** Those after a name, in the order of their names. */
    public List<Person> list(String after, int limit) {
        return new PeopleStore(db).list(after, Notifications.requireLimit(limit));
    }

    /** From the groups too; what waits for him is delivered. False when he was not known. */
    public boolean remove(String name) {
        return new PeopleStore(db).remove(name);
    }

    /** False when he is in it already, or is not known. */
    public boolean join(String group, String person) {
        if (group.isEmpty() || group.length() > 200) {
            throw new IllegalArgumentException("a group's name has 1 to 200 characters: \"" + group + "\"");
        }
        return new PeopleStore(db).join(group, person);
    }

    /** False when he was not in it. A group that nobody is in is not known any more. */
    public boolean leave(String group, String person) {
        return new PeopleStore(db).leave(group, person);
    }

    /** Those after a name, in the order of their names, and how many are in each. */
    public Map<String, Integer> groups(String after, int limit) {
        return new PeopleStore(db).groups(after, Notifications.requireLimit(limit));
    }

    /** In the order of their names. */
    public List<String> members(String group, int limit) {
        return new PeopleStore(db).members(group, Notifications.requireLimit(limit));
    }

    /** Makes a template, or changes it for what is taken in from now on. */
    public void put(NotificationTemplate template) {
        new PeopleStore(db).put(template);
    }

    public Optional<NotificationTemplate> findTemplate(String name) {
        return new PeopleStore(db).findTemplate(name);
    }

    /** Those after a name, in the order of their names. */
    public List<NotificationTemplate> listTemplates(String after, int limit) {
        return new PeopleStore(db).listTemplates(after, Notifications.requireLimit(limit));
    }

    /** False when there was none. */
    public boolean removeTemplate(String name) {
        return new PeopleStore(db).removeTemplate(name);
    }
}
