package org.mayflydb.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values at a few paths out of the text of an item in one pass, without building the item. The text must be
 * compact JSON known to be good, such as the store holds: nothing is checked, what is not asked for is skipped.
 */
public final class PathReader {
    /** Up to here comparing with each name takes less time than decoding one and looking it up. */
    private static final int FEW_CHILDREN = 16;

    private final Node root = new Node(new byte[0]);
    private final Map<List<String>, Integer> paths = new HashMap<>();

    private static final class Node {
        private final byte[] name;
        private final List<Node> children = new ArrayList<>();
        private final Map<String, Node> childrenByName = new HashMap<>();
        private int pathIndex = -1;

        Node(byte[] name) {
            this.name = name;
        }
    }

    /** Adds a path of at least one member name, if it is new, and answers its place in what {@link #read} fills. */
    public int add(List<String> path) {
        int known = find(path);
        if (known >= 0) {
            return known;
        }
        Node node = root;
        for (String name : path) {
            node = child(node, name);
        }
        node.pathIndex = paths.size();
        paths.put(List.copyOf(path), node.pathIndex);
        return node.pathIndex;
    }

    /** The place of a path, or -1 if it was not added. */
    public int find(List<String> path) {
        return paths.getOrDefault(path, -1);
    }

    public int size() {
        return paths.size();
    }

    private static Node child(Node parent, String name) {
        return parent.childrenByName.computeIfAbsent(name, absent -> {
            Node added = new Node(name.getBytes(StandardCharsets.UTF_8));
            parent.children.add(added);
            return added;
        });
    }

    /** Puts the value at each path into its place; null where there is none. */
    public void read(byte[] json, @Nullable JsonValue[] values) {
        Arrays.fill(values, null);
        new Pass(json, values).object(0, root);
    }

    private static final class Pass {
        private final byte[] json;
        private final @Nullable JsonValue[] values;

        Pass(byte[] json, @Nullable JsonValue[] values) {
            this.json = json;
            this.values = values;
        }

        /** Reads the object that begins at {@code start}. */
        private void object(int start, Node node) {
            int wanted = node.children.size();
            int next = start + 1;
            while (json[next] != '}' && wanted > 0) {
                int nameEnd = CompactText.endOfString(json, next);
                Node child = find(node, next + 1, nameEnd - 1);
                int valueStart = nameEnd + 1;
                if (child == null) {
                    next = CompactText.endOfValue(json, valueStart);
                } else {
                    next = value(valueStart, child);
                    wanted--;
                }
                if (json[next] == ',') {
                    next++;
                }
            }
        }

        private int value(int start, Node node) {
            int end = CompactText.endOfValue(json, start);
            if (node.pathIndex >= 0) {
                values[node.pathIndex] = CompactText.value(json, start, end);
            }
            if (json[start] == '{') {
                object(start, node);
            }
            return end;
        }

        private @Nullable Node find(Node parent, int start, int end) {
            if (parent.children.size() > FEW_CHILDREN) {
                return parent.childrenByName.get(CompactText.string(json, start - 1, end + 1));
            }
            for (Node child : parent.children) {
                if (Arrays.equals(child.name, 0, child.name.length, json, start, end)) {
                    return child;
                }
            }
            return CompactText.hasEscape(json, start, end)
                    ? parent.childrenByName.get(CompactText.string(json, start - 1, end + 1))
                    : null;
        }
    }
}
