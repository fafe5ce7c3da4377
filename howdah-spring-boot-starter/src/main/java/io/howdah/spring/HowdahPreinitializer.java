// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.util.ReflectionUtils;

/**
 * Has the classes of a {@code Howdah} loaded beside the start of the application, where Boot does such things
 * ({@code spring.backgroundpreinitializer.ignore} turns it off). What it builds asks nothing of a database and is
 * forgotten.
 */
final class HowdahPreinitializer implements BackgroundPreinitializer {
    HowdahPreinitializer() {}

    /**
     * Those of which an application has beans are asked for their methods by Spring, whatever these take and return.
     */
    @Override
    public void preinitialize() {
        Howdah.builder(new DelegatingDataSource()).build();
        for (var bean : CapabilitiesAutoConfiguration.class.getDeclaredMethods()) {
            ReflectionUtils.getAllDeclaredMethods(bean.getReturnType());
        }
    }
}
