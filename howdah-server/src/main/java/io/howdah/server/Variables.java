// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.web.api.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The variables of the environment that a replica goes by. One that begins like ours and is not known stops the start:
 * a setting that nobody reads is worse than none, for somebody relies on it.
 */
final class Variables {
    static final String OURS = "HOWDAH_";

    /** How a value is shown. */
    enum Sight {
        PLAIN,
        /** A URL that may have a password in it. */
        URL,
        SECRET
    }

    /** @param standard what it is when it is not set; empty: nothing */
    record Variable(String name, String standard, Sight sight) {
        String shown(String value) {
            return switch (sight) {
                case PLAIN -> value;
                case URL ->
                    value.replaceAll("(?i)(password=)[^&]*", "$1***").replaceFirst("(//[^:@/]*:)[^@/]*@", "$1***@");
                case SECRET -> "***";
            };
        }
    }

    static final List<Variable> ALL = List.of(
            new Variable(Settings.FILE, "", Sight.PLAIN),
            new Variable(ListenSettings.LISTEN, ListenSettings.STANDARD, Sight.PLAIN),
            new Variable(ListenSettings.BEHIND_PROXY, "no", Sight.PLAIN),
            new Variable(ServeCommand.NAME, "", Sight.PLAIN),
            new Variable(ServeCommand.SCHEMA, ServeCommand.STANDARD_SCHEMA, Sight.PLAIN),
            new Variable(DatabaseAddress.URL, "", Sight.URL),
            new Variable(DatabaseAddress.USER, "", Sight.PLAIN),
            new Variable(DatabaseAddress.PASSWORD, "", Sight.SECRET),
            new Variable(DatabaseAddress.PASSWORD_FILE, "", Sight.PLAIN),
            new Variable(MetricsAccess.METRICS, MetricsAccess.STANDARD.toString(), Sight.PLAIN),
            new Variable(TraceSettings.ENDPOINT, "", Sight.URL),
            new Variable(TraceSettings.HEADERS, "", Sight.SECRET),
            new Variable(TraceSettings.HEADERS_FILE, "", Sight.PLAIN),
            new Variable(TraceSettings.SAMPLED, TraceSettings.STANDARD_SAMPLED, Sight.PLAIN),
            new Variable(LoginSettings.PASSWORDS, "on", Sight.PLAIN),
            new Variable(LoginSettings.ISSUER, "", Sight.URL),
            new Variable(LoginSettings.CLIENT_ID, "", Sight.PLAIN),
            new Variable(LoginSettings.CLIENT_SECRET, "", Sight.SECRET),
            new Variable(LoginSettings.CLIENT_SECRET_FILE, "", Sight.PLAIN),
            new Variable(LoginSettings.LABEL, LoginSettings.STANDARD_LABEL, Sight.PLAIN),
            new Variable(LoginSettings.SCOPES, LoginSettings.STANDARD_SCOPES, Sight.PLAIN),
            new Variable(LoginSettings.NAME_CLAIM, LoginSettings.STANDARD_NAME_CLAIM, Sight.PLAIN),
            new Variable(LoginSettings.GROUPS_CLAIM, LoginSettings.STANDARD_GROUPS_CLAIM, Sight.PLAIN),
            new Variable(LoginSettings.ADMINS, "", Sight.PLAIN),
            new Variable(LoginSettings.OPERATORS, "", Sight.PLAIN),
            new Variable(LoginSettings.APPROVERS, "", Sight.PLAIN),
            new Variable(LoginSettings.VIEWERS, "", Sight.PLAIN),
            new Variable(Redacted.REDACT, Redaction.STANDARD, Sight.PLAIN),
            new Variable(DeliverySettings.DELIVERY, "on", Sight.PLAIN),
            new Variable(DeliverySettings.CONCURRENCY, "200", Sight.PLAIN),
            new Variable(DeliverySettings.NETWORKS, "", Sight.PLAIN),
            new Variable(MailRelay.ADDRESS, "", Sight.PLAIN),
            new Variable(MailRelay.FROM, "", Sight.PLAIN),
            new Variable(MailRelay.FROM_NAME, "", Sight.PLAIN),
            new Variable(MailRelay.USER, "", Sight.PLAIN),
            new Variable(MailRelay.PASSWORD, "", Sight.SECRET),
            new Variable(MailRelay.PASSWORD_FILE, "", Sight.PLAIN),
            new Variable(MailRelay.ENCRYPTION, "starttls", Sight.PLAIN),
            new Variable(RetentionSettings.RECORDS, "P14D", Sight.PLAIN),
            new Variable(RetentionSettings.DEAD_LETTERS, "P90D", Sight.PLAIN),
            new Variable(RetentionSettings.ATTEMPTS, "P90D", Sight.PLAIN),
            new Variable(RetentionSettings.MALFORMED, "P90D", Sight.PLAIN),
            new Variable(RetentionSettings.INBOX, "P180D", Sight.PLAIN),
            new Variable(RetentionSettings.APPROVALS, "P1095D", Sight.PLAIN),
            new Variable(WorkspaceSettings.STORE, WorkspaceSettings.STANDARD.standard(), Sight.PLAIN),
            new Variable(WorkspaceSettings.DIRECTORY, "", Sight.PLAIN),
            new Variable(BucketAddress.BUCKET, "", Sight.PLAIN),
            new Variable(BucketAddress.PREFIX, "", Sight.PLAIN),
            new Variable(BucketAddress.ENDPOINT, "", Sight.URL),
            new Variable(BucketAddress.REGION, "", Sight.PLAIN),
            new Variable(BucketAddress.ACCESS_KEY, "", Sight.PLAIN),
            new Variable(BucketAddress.SECRET_KEY, "", Sight.SECRET),
            new Variable(BucketAddress.SECRET_KEY_FILE, "", Sight.PLAIN));

    /** Of the other commands, of programs that those start, and of our tests: no business of a replica's. */
    private static final List<String> OF_OTHERS = List.of(
            "HOWDAH_URL", "HOWDAH_API_KEY", "HOWDAH_CONTEXT", "HOWDAH_DEBUG", "HOWDAH_LOCK_TOKEN", "HOWDAH_TEST_URL");

    /** What Kubernetes says of a service by our name, to every process beside it. */
    private static final Pattern OF_KUBERNETES = Pattern.compile(
            "HOWDAH_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT(_\\d+_[A-Z]+(_PROTO|_PORT|_ADDR)?)?)");

    private Variables() {}

    /** Refuses what nobody reads, and says what may have been meant. */
    static void check(Map<String, String> environment) {
        var unknown = environment.keySet().stream()
                .filter(Variables::isUnknown)
                .sorted()
                .map(name -> name
                        + nearest(name)
                                .map(known -> " (did you mean " + known + "?)")
                                .orElse(""))
                .toList();
        if (!unknown.isEmpty()) {
            throw CommandException.withCode(
                    2,
                    "There is no setting " + String.join(", ", unknown)
                            + ". Take it out of the environment, or write it as: howdah config");
        }
    }

    /** Refuses what is a part of something that is not set: nobody would go by it. */
    static void checkParts(Map<String, String> environment, String whole) {
        var begin = whole.substring(0, whole.lastIndexOf('_') + 1);
        if (!environment.containsKey(whole)) {
            ALL.stream()
                    .map(Variable::name)
                    .filter(name -> name.startsWith(begin) && environment.containsKey(name))
                    .findFirst()
                    .ifPresent(part -> {
                        throw CommandException.wrongSetting(
                                part + " is set, and " + whole + " is not: nothing would come of it.");
                    });
        }
    }

    /** Whether a replica goes by it. */
    static boolean isOfReplica(String name) {
        return ALL.stream().anyMatch(known -> known.name().equals(name));
    }

    private static boolean isUnknown(String name) {
        return name.startsWith(OURS)
                && !isOfReplica(name)
                && !OF_OTHERS.contains(name)
                && !OF_KUBERNETES.matcher(name).matches();
    }

    /** What may have been meant. */
    static Optional<String> nearest(String name) {
        return Spelling.nearest(
                name, ALL.stream().map(Variable::name), Math.max(2, (name.length() - OURS.length()) / 2));
    }

    /** What a replica would go by, a line for each, secrets as {@code ***}. */
    static List<String> effective(Map<String, String> environment) {
        var lines = new ArrayList<String>();
        for (var variable : ALL) {
            var value = environment.get(variable.name());
            if (value != null) {
                lines.add(variable.name() + "=" + variable.shown(value));
            } else {
                lines.add("# " + variable.name() + "=" + variable.standard());
            }
        }
        return lines;
    }

    /** The names of all of them. */
    static Stream<String> names() {
        return Stream.concat(ALL.stream().map(Variable::name), OF_OTHERS.stream());
    }
}
