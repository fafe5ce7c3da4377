// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is parsed once: {@code :name} became a bind, {@code ?} operators are escaped for the driver, and
 * {@code howdah.} names the schema of whoever runs it.
 *
 * <p>The text is plain SQL with the default schema written out, so that it can be pasted into psql. It never varies at
 * run time: the driver's statement cache and the server's prepared plans depend on that. Immutable and thread-safe.
 */
public final class Sql {
    /** What must be copied as it is (strings, quoted names, comments, dollar quotes, casts), a bind, or an operator. */
    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"[^\"]*\"|--[^\\n]*|/\\*.*?\\*/|(\\$\\w*\\$).*?\\1|::"
                    + "|(?<![\\w\\]])(?<bind>:[a-z]\\w*)|(?<operator>\\?)",
            Pattern.DOTALL);

    private static final Pattern SCHEMA = Pattern.compile("(?<![\\w.\"'])howdah\\.");

    /** In scripts also where a name is written as a string, as in {@code nextval('howdah.work_seq')}. */
    private static final Pattern SCHEMA_IN_SCRIPT = Pattern.compile("(?<![\\w.\"])howdah\\.");

    private final String written;
    private final Map<SchemaName, String> bySchema = new ConcurrentHashMap<>();
    private volatile @Nullable Parsed parsed;

    /** @param places where among the binds each name is used */
    private record Parsed(String text, List<String> binds, Map<String, int[]> places) {
        static Parsed of(String text, List<String> binds) {
            var places = new HashMap<String, int[]>();
            for (var name : binds) {
                places.computeIfAbsent(
                        name,
                        bind -> IntStream.range(0, binds.size())
                                .filter(place -> binds.get(place).equals(bind))
                                .toArray());
            }
            return new Parsed(text, List.copyOf(binds), places);
        }
    }

    private Sql(String written) {
        this.written = written;
    }

    public static Sql of(String text) {
        return new Sql(text);
    }

    /** When it is first wanted: of the hundreds there are, a process that starts runs a few. */
    private Parsed parsed() {
        var known = parsed;
        if (known == null) {
            var binds = new ArrayList<String>();
            var text =
                    TOKEN.matcher(written).replaceAll(token -> Matcher.quoteReplacement(replace(token.group(), binds)));
            known = Parsed.of(text, binds);
            parsed = known;
        }
        return known;
    }

    /** A script of definitions with {@code howdah.} put into another schema. */
    static String scriptIn(SchemaName schema, String script) {
        return replace(SCHEMA_IN_SCRIPT, script, schema);
    }

    private static String replace(Pattern pattern, String text, SchemaName schema) {
        return schema.equals(SchemaName.DEFAULT)
                ? text
                : pattern.matcher(text).replaceAll(Matcher.quoteReplacement(schema.quoted() + "."));
    }

    private static String replace(String token, List<String> binds) {
        if (token.equals("?")) {
            return "??";
        }
        if (token.length() > 1 && token.charAt(0) == ':' && token.charAt(1) != ':') {
            binds.add(token.substring(1));
            return "?";
        }
        return token;
    }

    /** The statement as the driver takes it. */
    public String text(SchemaName schema) {
        return bySchema.computeIfAbsent(schema, name -> replace(SCHEMA, parsed().text(), name));
    }

    /** The name behind each {@code ?}, in order; a name that is used twice is listed twice. */
    public List<String> binds() {
        return parsed().binds();
    }

    /** Where among the binds a name is used; null if it is not. */
    int @Nullable [] placesOf(String bind) {
        return parsed().places().get(bind);
    }

    @Override
    public String toString() {
        return parsed().text();
    }
}
