// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.howdah.job.Jobs;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

class CandidatesTest {
    private final Candidates candidates = new Candidates();

    interface Mails {
        @JobHandler("send")
        void send(String mail);
    }

    interface QuickMails extends Mails {}

    static class Mailing implements QuickMails {
        @Override
        public void send(String mail) {}

        @Transactional
        public void other() {}
    }

    static final class SlowMailing extends Mailing {
        @Locked(name = "nightly")
        void report() {}
    }

    @Test
    void annotations_are_found_on_what_is_inherited_and_implemented() {
        assertThat(candidates.annotations(Mails.class)).containsExactly(JobHandler.class);
        assertThat(candidates.annotations(Mailing.class)).containsExactly(JobHandler.class);
        assertThat(candidates.annotations(SlowMailing.class)).containsExactlyInAnyOrder(JobHandler.class, Locked.class);
    }

    @Test
    void classes_of_others_and_our_own_have_none() {
        assertThat(candidates.annotations(JdbcTemplate.class)).isEmpty();
        assertThat(candidates.annotations(HikariDataSource.class)).isEmpty();
        assertThat(candidates.annotations(Jobs.class)).isEmpty();
        assertThat(candidates.annotations(HowdahFactory.class)).isEmpty();
    }
}
