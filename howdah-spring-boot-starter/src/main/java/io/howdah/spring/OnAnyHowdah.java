// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Where there is a {@code Howdah}, also one that is no candidate for injection, as Spring's own condition wants it. */
final class OnAnyHowdah extends SpringBootCondition implements ConfigurationCondition {
    OnAnyHowdah() {}

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        var beans = context.getBeanFactory();
        var found = beans == null ? 0 : beans.getBeanNamesForType(Howdah.class, true, false).length;
        return new ConditionOutcome(found > 0, ConditionMessage.of("%d beans of type Howdah", found));
    }

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }
}
