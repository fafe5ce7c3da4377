// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.io.IOException;
import java.nio.file.Path;

/** Builds the site: {@code Main ROOT TARGET}. The exit code is 1 if a link leads nowhere. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("site: say the root of the sources and the directory to write to");
            System.exit(2);
        }
        var target = Path.of(arguments[1]).toAbsolutePath().normalize();
        try {
            int pages = Site.of(Path.of(arguments[0])).writeTo(target);
            System.out.println("site: " + pages + " pages in " + target);
        } catch (BrokenSiteException broken) {
            System.err.println("site: " + broken.getMessage());
            System.exit(1);
        }
    }
}
