// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a database is and who asks: a URL for JDBC, a user, a password.
 *
 * <p>In the environment the URL may also be written as psql takes it
 * ({@code postgresql://user:password@host/database}).
 */
record DatabaseAddress(String jdbcUrl, Optional<String> user, Optional<String> password) {
    static final String URL = "HOWDAH_DATABASE_URL";
    static final String USER = "HOWDAH_DATABASE_USER";
    static final String PASSWORD = "HOWDAH_DATABASE_PASSWORD";
    static final String PASSWORD_FILE = "HOWDAH_DATABASE_PASSWORD_FILE";

    private static final Pattern PSQL = Pattern.compile("postgres(?:ql)?://(?:([^:@/]*)(?::([^@/]*))?@)?(.*)");
    private static final String JDBC = "jdbc:postgresql:";

    static DatabaseAddress of(String url, String user, String password) {
        return new DatabaseAddress(url, Optional.of(user), Optional.of(password));
    }

    /** The database that the environment names. */
    static DatabaseAddress from(Map<String, String> environment) {
        var url = Optional.ofNullable(environment.get(URL))
                .orElseThrow(() -> CommandException.wrongSetting("No database is named: set " + URL
                        + " (such as jdbc:postgresql://host/database), " + USER + " and " + PASSWORD + " or "
                        + PASSWORD_FILE + ". Without a database of your own, try: howdah dev"));
        var inUrl = parsed(url);
        return new DatabaseAddress(
                inUrl.jdbcUrl,
                Optional.ofNullable(environment.get(USER)).or(() -> inUrl.user),
                SecretSetting.of(environment, PASSWORD, PASSWORD_FILE).or(() -> inUrl.password));
    }

    /** Whether more than one host is named: the primary must then be looked for. */
    boolean hasSeveralHosts() {
        var hosts = jdbcUrl.replaceFirst("^" + JDBC + "//", "").replaceFirst("[/?].*", "");
        return hosts.contains(",");
    }

    /** Whether the URL itself sets this property of the driver. */
    boolean sets(String property) {
        return jdbcUrl.contains("?" + property + "=") || jdbcUrl.contains("&" + property + "=");
    }

    /** Without the password. */
    @Override
    public String toString() {
        return jdbcUrl.replaceAll("(?i)(password=)[^&]*", "$1***")
                + user.map(name -> " as " + name).orElse("");
    }

    private static DatabaseAddress parsed(String url) {
        var psql = PSQL.matcher(url);
        if (psql.matches()) {
            return new DatabaseAddress(
                    JDBC + "//" + psql.group(3),
                    Optional.ofNullable(psql.group(1)).map(DatabaseAddress::decoded),
                    Optional.ofNullable(psql.group(2)).map(DatabaseAddress::decoded));
        }
        if (!url.startsWith(JDBC)) {
            // The value is not shown: somebody may have put a password there.
            throw CommandException.wrongSetting(
                    URL + " must begin with jdbc:postgresql:// or postgresql://, and it does not.");
        }
        return new DatabaseAddress(url, Optional.empty(), Optional.empty());
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
