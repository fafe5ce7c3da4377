// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.internal.db.Db;
import io.howdah.web.WebProperties;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the resources share. */
@Configuration(proxyBeanMethods = false)
@Import(OpenApi.class)
public final class ApiConfiguration {
    ApiConfiguration() {}

    @Bean
    Api howdahApi(
            DataSource dataSource, Db howdahReads, PlatformTransactionManager transactions, WebProperties properties) {
        var store = new AnswerStore(dataSource, howdahReads);
        return new Api(new Answers(store, new TransactionTemplate(transactions)), properties);
    }

    @Bean
    Redaction howdahRedaction(WebProperties properties) {
        return Redaction.of(properties.redact());
    }

    @Bean
    Problems howdahProblems() {
        return new Problems();
    }
}
