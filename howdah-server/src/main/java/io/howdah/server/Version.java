// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, and of the JVM that runs it. */
final class Version implements IVersionProvider {
    static String current() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    static String java() {
        return Runtime.version().toString().replaceFirst("[-+].*", "") + " (" + System.getProperty("java.vendor") + ")";
    }

    @Override
    public String[] getVersion() {
        return new String[] {"howdah " + current(), "Java " + java()};
    }
}
