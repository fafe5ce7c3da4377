// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.approval.Approvals;
import io.howdah.cluster.Cluster;
import io.howdah.job.Jobs;
import io.howdah.job.schedule.Schedules;
import io.howdah.limit.Limits;
import io.howdah.lock.Locks;
import io.howdah.log.EventLog;
import io.howdah.notification.Notifications;
import io.howdah.queue.Messages;
import io.howdah.queue.Queues;
import io.howdah.queue.Topics;
import io.howdah.workspace.Workspaces;
import io.howdah.workspace.store.ChunkStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** What a {@code Howdah} can do, each ready to be injected, and made a bean when it first is. */
@Lazy
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnSingleCandidate(Howdah.class)
public final class CapabilitiesAutoConfiguration {
    CapabilitiesAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Jobs jobs(Howdah howdah) {
        return howdah.jobs();
    }

    @Bean
    @ConditionalOnMissingBean
    Queues queues(Howdah howdah) {
        return howdah.queues();
    }

    @Bean
    @ConditionalOnMissingBean
    Cluster cluster(Howdah howdah) {
        return howdah.cluster();
    }

    @Bean
    @ConditionalOnMissingBean
    Messages howdahMessages(Howdah howdah) {
        return howdah.messages();
    }

    @Bean
    @ConditionalOnMissingBean
    Topics howdahTopics(Howdah howdah) {
        return howdah.topics();
    }

    @Bean
    @ConditionalOnMissingBean
    Schedules howdahSchedules(Howdah howdah) {
        return howdah.schedules();
    }

    @Bean
    @ConditionalOnMissingBean
    Approvals howdahApprovals(Howdah howdah) {
        return howdah.approvals();
    }

    @Bean
    @ConditionalOnMissingBean
    Locks howdahLocks(Howdah howdah) {
        return howdah.locks();
    }

    @Bean
    @ConditionalOnMissingBean
    EventLog howdahLog(Howdah howdah) {
        return howdah.log();
    }

    @Bean
    @ConditionalOnMissingBean
    Limits howdahLimits(Howdah howdah) {
        return howdah.limits();
    }

    @Bean
    @ConditionalOnMissingBean
    Notifications howdahNotifications(Howdah howdah) {
        return howdah.notifications();
    }

    /** With the stores that there are beans of: at once, for what is in them is swept in the background. */
    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    Workspaces howdahWorkspaces(Howdah howdah, ObjectProvider<ChunkStore> stores) {
        stores.orderedStream().forEach(howdah.workspaces()::add);
        return howdah.workspaces();
    }
}
