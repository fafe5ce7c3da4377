// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.util.Arrays;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** Tells whether Spring runs a test class. Without Spring on the class path none is. */
final class SpringTests {
    /** By its name: the class need not be there. */
    private static final String EXTENSION = "org.springframework.test.context.junit.jupiter.SpringExtension";

    private SpringTests() {}

    static boolean isOne(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        while (type != null) {
            if (isExtendedBySpring(type)) {
                return true;
            }
            type = type.getEnclosingClass();
        }
        return false;
    }

    private static boolean isExtendedBySpring(Class<?> type) {
        return AnnotationSupport.findRepeatableAnnotations(type, ExtendWith.class).stream()
                .flatMap(extensions -> Arrays.stream(extensions.value()))
                .anyMatch(extension -> extension.getName().equals(EXTENSION));
    }

    static Arena arena(ExtensionContext context) {
        return SpringExtension.getApplicationContext(context).getBean(SpringArena.class);
    }
}
