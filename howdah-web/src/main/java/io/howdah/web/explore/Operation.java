// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.explore;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Something that can be asked of the API: one method on one path.
 *
 * @param group what it belongs to
 * @param answers what each status says
 */
public record Operation(
        String id,
        String method,
        String path,
        String group,
        String summary,
        String description,
        List<Parameter> parameters,
        Optional<Body> body,
        Map<String, String> answers) {
    /**
     * A value beside the body.
     *
     * @param place path, query or header
     * @param choices all that it may be; empty is anything
     */
    public record Parameter(
            String name, String place, Necessity necessity, String kind, String description, List<String> choices) {
        public boolean isRequired() {
            return necessity == Necessity.REQUIRED;
        }
    }

    /**
     * What is sent.
     *
     * @param types what it may be, the usual one first
     * @param example the least that is accepted, to begin with
     */
    public record Body(List<String> types, String example, List<Field> fields) {}

    /** A field of a body that is JSON. */
    public record Field(String name, Necessity necessity, String kind, String description) {
        public boolean isRequired() {
            return necessity == Necessity.REQUIRED;
        }
    }

    /** Whether something must be there. */
    public enum Necessity {
        REQUIRED,
        OPTIONAL
    }

    /** Whether it says all of these words somewhere. */
    boolean matches(List<String> words) {
        var all = (id + " " + method + " " + path + " " + group + " " + summary).toLowerCase(Locale.ROOT);
        return words.stream().allMatch(all::contains);
    }

    /** Whether it changes something, as far as its method says. */
    public boolean isChange() {
        return !method.equals("GET");
    }
}
