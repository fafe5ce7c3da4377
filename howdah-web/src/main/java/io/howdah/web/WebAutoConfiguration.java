// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.spring.CapabilitiesAutoConfiguration;
import io.howdah.spring.HowdahProperties;
import io.howdah.web.access.Callers;
import io.howdah.web.access.ContainerCallers;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Journal;
import io.howdah.web.access.LogJournal;
import io.howdah.web.api.Api;
import io.howdah.web.api.ApiConfiguration;
import io.howdah.web.approval.ApprovalWeb;
import io.howdah.web.cluster.ClusterWeb;
import io.howdah.web.console.ConsoleConfiguration;
import io.howdah.web.explore.ExploreWeb;
import io.howdah.web.job.JobWeb;
import io.howdah.web.limit.LimitWeb;
import io.howdah.web.lock.LockWeb;
import io.howdah.web.log.LogWeb;
import io.howdah.web.message.MessageWeb;
import io.howdah.web.notification.NotificationWeb;
import io.howdah.web.queue.QueueWeb;
import io.howdah.web.schedule.ScheduleWeb;
import io.howdah.web.terraform.TerraformWeb;
import io.howdah.web.timeline.TimelineWeb;
import io.howdah.web.workflow.WorkflowWeb;
import io.howdah.web.workspace.WorkspaceWeb;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.method.HandlerTypePredicate;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The API and the console, under {@code howdah.web.path}. Each capability adds its own part: one import below. */
@AutoConfiguration(after = CapabilitiesAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "howdah.web.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(Howdah.class)
@EnableConfigurationProperties(WebProperties.class)
@Import({
    ApiConfiguration.class,
    ConsoleConfiguration.class,
    ClusterWeb.class,
    JobWeb.class,
    MessageWeb.class,
    QueueWeb.class,
    ApprovalWeb.class,
    ScheduleWeb.class,
    LockWeb.class,
    LogWeb.class,
    WorkflowWeb.class,
    LimitWeb.class,
    NotificationWeb.class,
    WorkspaceWeb.class,
    TerraformWeb.class,
    TimelineWeb.class,
    ExploreWeb.class,
    Failures.class
})
public final class WebAutoConfiguration {
    WebAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Callers howdahCallers() {
        return new ContainerCallers();
    }

    @Bean
    @ConditionalOnMissingBean
    Journal howdahJournal() {
        return new LogJournal();
    }

    @Bean
    Db howdahReads(DataSource dataSource, HowdahProperties properties) {
        return Db.of(dataSource, new SchemaName(properties.schema()));
    }

    @Bean
    ReadStore howdahReadStore(Db howdahReads) {
        return new ReadStore(howdahReads);
    }

    @Bean
    WebMvcConfigurer howdahRoutes(WebProperties properties, Callers callers, Journal journal, Api api) {
        return new Routes(properties, new Gate(callers, journal, api::fields, properties));
    }

    /** Puts our controllers, and nobody else's, under the path and behind the gate. */
    private record Routes(WebProperties properties, Gate gate) implements WebMvcConfigurer {
        @Override
        public void configurePathMatch(PathMatchConfigurer paths) {
            if (!properties.path().isEmpty()) {
                paths.addPathPrefix(properties.path(), HandlerTypePredicate.forBasePackage("io.howdah.web"));
            }
        }

        @Override
        public void addInterceptors(InterceptorRegistry interceptors) {
            interceptors.addInterceptor(gate).addPathPatterns(properties.path() + "/**", properties.path() + "/");
        }
    }
}
