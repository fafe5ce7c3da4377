// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A workflow as it is drawn: each job in a column to the right of all those that it waits for.
 *
 * @param arrows as paths of SVG
 */
public record Graph(int width, int height, List<Box> boxes, List<String> arrows) {
    /** More than these are better read as a list. */
    static final int MOST = 200;

    private static final int BOX_WIDTH = 168;
    private static final int BOX_HEIGHT = 44;
    private static final int GAP_ACROSS = 64;
    private static final int GAP_DOWN = 18;
    private static final int MARGIN = 12;
    private static final int LONGEST_LABEL = 21;

    /** A job and where it is drawn. */
    public record Box(int x, int y, int width, int height, NodeRow node) {
        /** Cut to what fits. */
        public String label() {
            var text = node.shown();
            return text.length() <= LONGEST_LABEL ? text : text.substring(0, LONGEST_LABEL - 1) + "…";
        }
    }

    static Graph of(List<NodeRow> nodes) {
        Map<String, NodeRow> byName = new HashMap<>();
        nodes.forEach(node -> byName.put(node.shown(), node));
        Map<String, Integer> columns = new HashMap<>();
        nodes.forEach(node -> column(node, byName, columns));
        var last = columns.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        Map<Integer, List<NodeRow>> layers = new TreeMap<>();
        for (var node : nodes) {
            // What comes when the others are over stands behind them all.
            var column = node.role().equals("step") ? columns.getOrDefault(node.shown(), 0) : last + 1;
            layers.computeIfAbsent(column, none -> new ArrayList<>()).add(node);
        }
        return drawn(layers);
    }

    private static int column(NodeRow node, Map<String, NodeRow> byName, Map<String, Integer> columns) {
        var known = columns.get(node.shown());
        if (known != null) {
            return known;
        }
        // Graphs have no circles; should one ever be stored, it must not be followed for ever.
        columns.put(node.shown(), 0);
        var column = 0;
        for (var before : node.after()) {
            var other = byName.get(before);
            if (other != null) {
                column = Math.max(column, column(other, byName, columns) + 1);
            }
        }
        columns.put(node.shown(), column);
        return column;
    }

    private static Graph drawn(Map<Integer, List<NodeRow>> layers) {
        var tallest = layers.values().stream().mapToInt(List::size).max().orElse(0);
        var height = 2 * MARGIN + tallest * BOX_HEIGHT + Math.max(0, tallest - 1) * GAP_DOWN;
        var boxes = new ArrayList<Box>();
        Map<String, Box> byName = new HashMap<>();
        var x = MARGIN;
        for (var layer : layers.values()) {
            var used = layer.size() * BOX_HEIGHT + (layer.size() - 1) * GAP_DOWN;
            var y = (height - used) / 2;
            for (var node : layer) {
                var box = new Box(x, y, BOX_WIDTH, BOX_HEIGHT, node);
                boxes.add(box);
                byName.put(node.shown(), box);
                y += BOX_HEIGHT + GAP_DOWN;
            }
            x += BOX_WIDTH + GAP_ACROSS;
        }
        return new Graph(Math.max(0, x - GAP_ACROSS + MARGIN), height, List.copyOf(boxes), arrows(boxes, byName));
    }

    private static List<String> arrows(List<Box> boxes, Map<String, Box> byName) {
        var arrows = new ArrayList<String>();
        for (var box : boxes) {
            for (var before : box.node().after()) {
                var from = byName.get(before);
                if (from != null) {
                    arrows.add(arrow(from, box));
                }
            }
        }
        return List.copyOf(arrows);
    }

    private static String arrow(Box from, Box to) {
        var x1 = from.x() + from.width();
        var y1 = from.y() + from.height() / 2;
        var x2 = to.x();
        var y2 = to.y() + to.height() / 2;
        var bend = Math.max(GAP_ACROSS / 2, (x2 - x1) / 2);
        return "M" + x1 + " " + y1 + " C" + (x1 + bend) + " " + y1 + " " + (x2 - bend) + " " + y2 + " " + x2 + " " + y2;
    }
}
