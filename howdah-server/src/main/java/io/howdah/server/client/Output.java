// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** How an answer is shown: as a table for people, or as the API gave it. */
final class Output {
    /** The forms. */
    enum Form {
        table,
        json
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "table",
            description = "How to show it: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Form form = Form.table;

    /** One line per item, with what is at these pointers. */
    void show(PrintWriter out, JsonNode answer, List<Column> columns) {
        if (form == Form.json) {
            out.println(Remote.written(answer));
            out.flush();
            return;
        }
        table(out, answer.path("items"), columns);
    }

    /** A table that comes after words; whoever wants JSON has it already. */
    void showUnlessJson(PrintWriter out, JsonNode items, List<Column> columns) {
        if (form != Form.json && !items.isEmpty()) {
            table(out, items, columns);
        }
    }

    private static void table(PrintWriter out, JsonNode items, List<Column> columns) {
        var rows = new ArrayList<List<String>>();
        rows.add(columns.stream().map(Column::title).toList());
        for (var item : items) {
            rows.add(columns.stream()
                    .map(column -> item.at(column.pointer).asString("-"))
                    .toList());
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
        out.flush();
    }

    /** A single answer, in words where a table is no use. */
    void say(PrintWriter out, JsonNode answer, String words) {
        out.println(form == Form.json ? Remote.written(answer) : words);
        out.flush();
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
    record Column(String title, String pointer) {}
}
