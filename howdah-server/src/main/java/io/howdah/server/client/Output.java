// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import static java.util.stream.Collectors.joining;

import io.howdah.web.console.Words;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** How an answer is shown: as a table for people, or as programs read it. */
final class Output {
    /** The forms. */
    enum Form {
        table,
        json,
        jsonl,
        csv
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "table",
            description = "How to show it: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Form form = Form.table;

    /** One line per item of a list, with what is at these pointers. */
    void show(PrintWriter out, JsonNode answer, List<Column> columns) {
        if (form == Form.json) {
            out.println(Remote.written(answer));
        } else {
            items(out, answer.path("items"), columns);
        }
        out.flush();
    }

    private void items(PrintWriter out, JsonNode items, List<Column> columns) {
        switch (form) {
            case table -> table(out, items, columns);
            case csv -> csv(out, items, columns);
            case json, jsonl -> items.forEach(item -> out.println(item.toString()));
        }
    }

    /** A table that comes after words; programs have it already. */
    void showUnlessJson(PrintWriter out, JsonNode items, List<Column> columns) {
        if (form == Form.table && !items.isEmpty()) {
            table(out, items, columns);
            out.flush();
        }
    }

    /** Like {@link #show}, but each item in words for people: for what is too long for a table. */
    void tell(PrintWriter out, JsonNode answer, List<Column> columns, Function<JsonNode, String> words) {
        if (form == Form.table) {
            answer.path("items").forEach(item -> out.println(words.apply(item)));
            out.flush();
        } else {
            show(out, answer, columns);
        }
    }

    /** The same as what a command ends with: the exit code of success. */
    int answer(CommandSpec command, JsonNode answer, String words) {
        say(command.commandLine().getOut(), answer, words);
        return 0;
    }

    /** A single answer, in words where a table is no use. */
    void say(PrintWriter out, JsonNode answer, String words) {
        out.println(
                switch (form) {
                    case table, csv -> words;
                    case json -> Remote.written(answer);
                    case jsonl -> answer.toString();
                });
        out.flush();
    }

    /** What people are told while programs wait for more. */
    void sayToPeople(PrintWriter out, String words) {
        if (form == Form.table || form == Form.csv) {
            out.println(words);
            out.flush();
        }
    }

    void sayToPrograms(PrintWriter out, JsonNode answer) {
        if (form == Form.json || form == Form.jsonl) {
            say(out, answer, "");
        }
    }

    private static void table(PrintWriter out, JsonNode items, List<Column> columns) {
        var rows = new ArrayList<List<String>>();
        rows.add(columns.stream().map(Column::title).toList());
        for (var item : items) {
            rows.add(columns.stream().map(column -> column.inTable(item)).toList());
        }
        var widths = widths(rows);
        for (var row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i))
                        .repeat(' ', Math.max(0, widths.get(i) + 2 - row.get(i).length()));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    /** As RFC 4180 has it. */
    private static void csv(PrintWriter out, JsonNode items, List<Column> columns) {
        out.println(columns.stream().map(Column::title).map(Output::quoted).collect(joining(",")));
        for (var item : items) {
            out.println(
                    columns.stream().map(column -> quoted(column.inCsv(item))).collect(joining(",")));
        }
    }

    private static String quoted(String value) {
        return value.matches("[^\",\\r\\n]*") ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }

    private static List<Integer> widths(List<List<String>> rows) {
        var widths = new ArrayList<Integer>();
        for (int i = 0; i < rows.getFirst().size(); i++) {
            var column = i;
            widths.add(rows.stream()
                    .mapToInt(row -> row.get(column).length())
                    .max()
                    .orElse(0));
        }
        return widths;
    }

    /** A title, and where the value is found in an item. */
    record Column(String title, String pointer, Look look) {
        /** What a value is. */
        enum Look {
            WORDS,
            /** Somebody's data, shown as they are. */
            DATA,
            /** How long something takes or lasts. */
            SPAN,
            /** So many in a time, or several of that. */
            RATES
        }

        Column(String title, String pointer) {
            this(title, pointer, Look.WORDS);
        }

        static Column data(String title, String pointer) {
            return new Column(title, pointer, Look.DATA);
        }

        static Column span(String title, String pointer) {
            return new Column(title, pointer, Look.SPAN);
        }

        static Column rates(String title, String pointer) {
            return new Column(title, pointer, Look.RATES);
        }

        /** For people, and without what a terminal would take for a command. */
        private String inTable(JsonNode item) {
            var value = item.at(pointer);
            if (isNone(value)) {
                return "-";
            }
            var shown = switch (look) {
                case WORDS -> words(value);
                case DATA -> text(value);
                case SPAN -> span(value);
                case RATES -> value.valueStream().map(Column::rate).collect(joining(", "));
            };
            return shown.isEmpty() ? "-" : shown.replaceAll("\\p{Cntrl}+", " ");
        }

        private String inCsv(JsonNode item) {
            var value = item.at(pointer);
            return isNone(value) ? "" : text(value);
        }

        private static boolean isNone(JsonNode value) {
            return value.isMissingNode() || value.isNull();
        }

        private static String words(JsonNode value) {
            if (value.isBoolean()) {
                return value.asBoolean() ? "yes" : "no";
            }
            if (value.isArray()) {
                return value.valueStream().map(Column::text).collect(joining(", "));
            }
            return value.isObject() ? pairs(value) : text(value);
        }

        /** As the commands take them: email=ada@example.com. */
        private static String pairs(JsonNode value) {
            return value.propertyStream()
                    .map(part -> part.getKey() + "="
                            + (part.getValue().isArray()
                                    ? part.getValue()
                                            .valueStream()
                                            .map(Column::text)
                                            .collect(joining(","))
                                    : text(part.getValue())))
                    .collect(joining(" "));
        }

        private static String span(JsonNode value) {
            return Words.span(Duration.parse(value.asString()));
        }

        private static String rate(JsonNode value) {
            return text(value.path("count")) + " per " + span(value.path("period"))
                    + (value.path("window").asBoolean() ? " (window)" : "");
        }

        private static String text(JsonNode value) {
            return value.isValueNode() ? value.asString() : value.toString();
        }
    }
}
