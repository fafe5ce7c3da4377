// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import java.time.Duration;
import java.time.Instant;
import org.jobrunr.scheduling.BackgroundJob;
import org.jobrunr.scheduling.cron.Cron;
import org.springframework.transaction.annotation.Transactional;

/** Of the guide from JobRunr. */
class BeforeJobRunr {
    private final Users users;
    private final Mail mail;
    private final Files files;

    record User(int id) {}

    interface Users {
        void save(User user);
    }

    interface Mail {
        void welcome(int user);

        void remind(int user);
    }

    interface Files {
        void cleanUp();
    }

    BeforeJobRunr(Users users, Mail mail, Files files) {
        this.users = users;
        this.mail = mail;
        this.files = files;
    }

    // snippet: jobrunr-before
    @Transactional
    public void register(User user) {
        users.save(user);
        var id = user.id();
        BackgroundJob.enqueue(() -> mail.welcome(id)); // may run before the commit, or after a rollback
        BackgroundJob.schedule(Instant.now().plus(Duration.ofHours(23)), () -> mail.remind(id));
    }

    void configure() {
        BackgroundJob.scheduleRecurrently("clean-up", Cron.daily(2), () -> files.cleanUp());
    }
    // end
}
