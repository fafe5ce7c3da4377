// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.util.ArrayList;
import java.util.List;

/** What is to be told the database when its schema is there and every Howdah has been started. */
final class Declarations {
    private record Declaration(String what, Runnable action) {}

    private final List<Declaration> declarations = new ArrayList<>();

    /** @param what the annotation and its method, for people */
    void add(String what, Runnable action) {
        declarations.add(new Declaration(what, action));
    }

    /** Once: what is declared stays so, also when the application's context is stopped and started again. */
    void run() {
        declarations.forEach(Declarations::run);
        declarations.clear();
    }

    private static void run(Declaration declaration) {
        try {
            declaration.action().run();
        } catch (RuntimeException failure) {
            throw new IllegalStateException(declaration.what() + ": " + failure.getMessage(), failure);
        }
    }
}
