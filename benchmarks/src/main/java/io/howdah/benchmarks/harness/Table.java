// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;

/** Lines of aligned columns: words to the left, figures to the right. */
final class Table {
    private static final String GAP = "  ";

    private final int wordColumns;
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    /** The first columns hold words, the others figures. */
    Table(int wordColumns, List<String> header) {
        this.wordColumns = wordColumns;
        this.header = List.copyOf(header);
    }

    void add(List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException("A row of " + header.size() + " cells is needed, not " + cells + ".");
        }
        rows.add(List.copyOf(cells));
    }

    String render() {
        var text = new StringBuilder();
        line(text, header);
        var rule = new ArrayList<String>();
        for (int column = 0; column < header.size(); column++) {
            rule.add("─".repeat(width(column)));
        }
        line(text, rule);
        rows.forEach(row -> line(text, row));
        return text.toString();
    }

    private void line(StringBuilder text, List<String> cells) {
        var line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(width(column) - cell.length());
            line.append(column == 0 ? "" : GAP);
            line.append(column < wordColumns ? cell + padding : padding + cell);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private int width(int column) {
        int width = header.get(column).length();
        for (List<String> row : rows) {
            width = Math.max(width, row.get(column).length());
        }
        return width;
    }
}
