// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** How a topic is to be. What is not said of one that is there stays as it is. */
final class TopicShape {
    private static final String COMPACTION = "compaction";
    private static final String FOR_EVER = "ever";
    private static final String ANY = "any";
    private static final List<String> FIELDS = List.of("partitions", "numbering", "keep", "keepBytes", COMPACTION);

    @Option(names = "--partitions", paramLabel = "COUNT", description = "For good. Default: 16.")
    private Optional<Integer> partitions = Optional.empty();

    @Option(names = "--numbering", description = "after-commit or at-append; for good. Default: after-commit.")
    private Optional<String> numbering = Optional.empty();

    @Option(
            names = "--keep",
            paramLabel = "DURATION",
            description = "For how long: P30D, or ever. Default: as it is; of a new one for ever.")
    private Optional<String> keep = Optional.empty();

    @Option(
            names = "--keep-bytes",
            paramLabel = "BYTES",
            description = "How much of it: a number, or any. Default: as it is; of a new one any.")
    private Optional<String> keepBytes = Optional.empty();

    @Option(names = "--compact", description = "Of each key keep the newest event; for good.")
    private boolean compact;

    @Option(
            names = "--compact-lag",
            paramLabel = "DURATION",
            description = "Compact nothing that is younger. Default: as it is; of a new one P1D.")
    private Optional<String> lag = Optional.empty();

    @Option(
            names = "--compact-tombstones",
            paramLabel = "DURATION",
            description = "For how long events without payload are kept. Default: as it is; of a new one P1D.")
    private Optional<String> tombstones = Optional.empty();

    /** The whole of it, for what is left out of a PUT is taken away. */
    Map<String, Object> of(String name, JsonNode topics) {
        Map<String, Object> body = new LinkedHashMap<>();
        topics.path("items").forEach(topic -> {
            if (topic.path("name").asString().equals(name)) {
                for (var field : FIELDS) {
                    Optional.ofNullable(topic.get(field)).ifPresent(value -> body.put(field, value));
                }
            }
        });
        partitions.ifPresent(given -> body.put("partitions", given));
        numbering.ifPresent(given -> body.put("numbering", given));
        set(body, "keep", keep, FOR_EVER);
        set(body, "keepBytes", keepBytes, ANY);
        compaction(body.get(COMPACTION)).ifPresent(wanted -> body.put(COMPACTION, wanted));
        return body;
    }

    private Optional<Map<String, Object>> compaction(@Nullable Object known) {
        if (!compact && lag.isEmpty() && tombstones.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> wanted = new LinkedHashMap<>();
        if (known instanceof JsonNode fields) {
            fields.properties().forEach(field -> wanted.put(field.getKey(), field.getValue()));
        }
        lag.ifPresent(given -> wanted.put("minLag", given));
        tombstones.ifPresent(given -> wanted.put("tombstones", given));
        return Optional.of(wanted);
    }

    private static void set(Map<String, Object> body, String field, Optional<String> given, String none) {
        if (given.filter(none::equals).isPresent()) {
            body.remove(field);
        } else {
            given.ifPresent(text -> body.put(field, text.matches("\\d{1,18}") ? Long.valueOf(text) : text));
        }
    }
}
