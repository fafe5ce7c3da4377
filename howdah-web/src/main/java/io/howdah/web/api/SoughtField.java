// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.Payload;
import io.howdah.web.WebException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A field of a payload and the value that is looked for in it: {@code customer.id=42}. It sees of a payload what
 * whoever looks for it would be shown, so that asking often tells nothing that looking does not.
 *
 * @param path names from the outside in
 */
public record SoughtField(List<String> path, String value) {
    private static final int LONGEST_PATH = 200;
    private static final int LONGEST_VALUE = 500;
    private static final int MOST_STEPS = 20;
    private static final Pattern INDEX = Pattern.compile("\\d{1,6}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,100}(\\.\\d{1,100})?([eE][+-]?\\d{1,3})?");

    public SoughtField {
        path = List.copyOf(path);
    }

    /** A path with dots, an equals sign, a value. */
    public static SoughtField of(String words) {
        var halves = halves("field", words, "customer.id=42");
        var path = List.of(halves[0].split("\\.", -1));
        if (path.size() > MOST_STEPS || path.contains("")) {
            throw WebException.invalid("field has 1 to " + MOST_STEPS + " names with dots between them: " + halves[0]);
        }
        return new SoughtField(path, halves[1]);
    }

    /** A header, whose name may have dots in it. */
    public static SoughtField header(String words) {
        var halves = halves("header", words, "team=payments");
        return new SoughtField(List.of(halves[0]), halves[1]);
    }

    private static String[] halves(String what, String words, String example) {
        var halves = words.split("=", 2);
        if (halves.length < 2 || halves[0].isBlank()) {
            throw WebException.invalid(what + " is a name, = and a value, such as " + example + ": " + words);
        }
        if (halves[0].length() > LONGEST_PATH || halves[1].length() > LONGEST_VALUE) {
            throw WebException.invalid(what + " has at most " + LONGEST_PATH + " characters before the = and "
                    + LONGEST_VALUE + " behind it.");
        }
        return new String[] {halves[0].strip(), halves[1].strip()};
    }

    /** Refuses what is masked: the answer would tell whether somebody guessed right. */
    public SoughtField require(Redaction by) {
        for (var name : path) {
            if (by.isMasked(name)) {
                throw WebException.fieldMasked(name);
            }
        }
        return this;
    }

    /** What is no JSON, as what is encrypted, matches nothing. */
    public boolean matches(Payload payload, Redaction by) {
        return Redaction.parsed(payload).filter(json -> matches(json, 0, by)).isPresent();
    }

    public boolean matches(Map<String, String> headers, Redaction by) {
        var header = headers.get(path.getFirst());
        return header != null && by.text(header).equals(value);
    }

    private boolean matches(JsonNode node, int step, Redaction by) {
        if (node.isArray()) {
            return array(node, step, by);
        }
        if (step == path.size()) {
            return leaf(node, by);
        }
        var next = node.isObject() ? node.get(path.get(step)) : null;
        return next != null && matches(next, step + 1, by);
    }

    /** One element if the path says which, any of them otherwise. */
    private boolean array(JsonNode array, int step, Redaction by) {
        if (step < path.size() && INDEX.matcher(path.get(step)).matches()) {
            var chosen = array.get(Integer.parseInt(path.get(step)));
            return chosen != null && matches(chosen, step + 1, by);
        }
        for (var element : array) {
            if (matches(element, step, by)) {
                return true;
            }
        }
        return false;
    }

    private boolean leaf(JsonNode node, Redaction by) {
        if (node.isNumber() && NUMBER.matcher(value).matches()) {
            return node.decimalValue().compareTo(new BigDecimal(value)) == 0;
        }
        return node.isString()
                ? by.text(node.asString()).equals(value)
                : !node.isObject() && node.asString().equals(value);
    }

    @Override
    public String toString() {
        return String.join(".", path) + "=" + value;
    }
}
