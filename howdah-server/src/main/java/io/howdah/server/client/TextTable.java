// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Columns under titles, each row in a look of its own; nothing at all if there are no rows. */
final class TextTable {
    private final Style style;
    private final List<String> titles;
    private final List<Row> rows = new ArrayList<>();

    private record Row(UnaryOperator<String> look, List<String> cells) {}

    TextTable(Style style, String... titles) {
        this.style = style;
        this.titles = List.of(titles);
    }

    /** Control characters of a name must not reach the terminal. */
    void add(UnaryOperator<String> look, String... cells) {
        rows.add(new Row(
                look,
                List.of(cells).stream()
                        .map(cell -> cell.replaceAll("\\p{Cntrl}", " "))
                        .toList()));
    }

    void print(PrintWriter out) {
        if (rows.isEmpty()) {
            return;
        }
        out.println();
        out.println(style.heading(line(titles)));
        rows.forEach(row -> out.println(row.look.apply(line(row.cells))));
    }

    private String line(List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            line.append(cells.get(i)).repeat(' ', width(i) + 2 - cells.get(i).length());
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return Math.max(
                titles.get(column).length(),
                rows.stream()
                        .mapToInt(row -> row.cells.get(column).length())
                        .max()
                        .orElse(0));
    }
}
