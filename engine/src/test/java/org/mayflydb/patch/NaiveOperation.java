package org.mayflydb.patch;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An operation of a patch that changes maps and lists where they are. Segments are written as in a path. */
record NaiveOperation(
        String kind,
        List<String> path,
        List<String> from,
        long amount,
        @Nullable Object value) {

    /** The operation cannot be done; what it has changed already does not matter. */
    static final class Impossible extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    Patch addTo(Patch patch) {
        String at = "/" + String.join("/", path);
        return switch (kind) {
            case "add" -> patch.add(at, value);
            case "set" -> patch.set(at, value);
            case "replace" -> patch.replace(at, value);
            case "remove" -> patch.remove(at);
            case "incr" -> patch.increment(at, amount);
            default -> patch.move("/" + String.join("/", from), at);
        };
    }

    void apply(@Nullable Object item) {
        if (!kind.equals("move")) {
            put(item, kind, path, value);
            return;
        }
        Object moved = get(item, from);
        boolean inside =
                path.size() >= from.size() && path.subList(0, from.size()).equals(from);
        if (inside && path.size() > from.size()) {
            throw new Impossible();
        }
        if (!inside) {
            put(item, "remove", from, null);
            put(item, "add", path, moved);
        }
    }

    private static @Nullable Object get(@Nullable Object item, List<String> path) {
        Object found = item;
        for (String segment : path) {
            if (found instanceof Map<?, ?> map && map.containsKey(name(segment))) {
                found = map.get(name(segment));
            } else if (found instanceof List<?> list && segment.matches("[0-9]") && number(segment) < list.size()) {
                found = list.get(number(segment));
            } else {
                throw new Impossible();
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked") // a tree of maps with names and of lists
    private void put(@Nullable Object item, String how, List<String> where, @Nullable Object what) {
        Object holder = get(item, where.subList(0, where.size() - 1));
        String last = where.get(where.size() - 1);
        if (holder instanceof Map<?, ?>) {
            put((Map<String, @Nullable Object>) holder, how, name(last), what);
        } else if (holder instanceof List<?>) {
            put((List<@Nullable Object>) holder, how, last, what);
        } else {
            throw new Impossible();
        }
    }

    private void put(Map<String, @Nullable Object> map, String how, String name, @Nullable Object what) {
        boolean there = map.containsKey(name);
        if (!there && (how.equals("replace") || how.equals("remove"))) {
            throw new Impossible();
        }
        switch (how) {
            case "remove" -> map.remove(name);
            case "incr" -> map.put(name, there ? sum(map.get(name)) : (Object) amount);
            default -> map.put(name, what);
        }
    }

    private void put(List<@Nullable Object> list, String how, String segment, @Nullable Object what) {
        boolean appends = how.equals("add") || how.equals("set");
        int index = segment.equals("-") && appends ? list.size() : segment.matches("[0-9]") ? number(segment) : -1;
        if (index < 0 || index > list.size() || (index == list.size() && !appends)) {
            throw new Impossible();
        }
        switch (how) {
            case "add" -> list.add(index, what);
            case "remove" -> list.remove(index);
            case "incr" -> list.set(index, sum(list.get(index)));
            default -> {
                if (index == list.size()) {
                    list.add(what);
                } else {
                    list.set(index, what);
                }
            }
        }
    }

    private Object sum(@Nullable Object present) {
        if (present instanceof Long number) {
            return number + amount;
        }
        throw new Impossible();
    }

    private static String name(String segment) {
        return segment.replace("~1", "/").replace("~0", "~");
    }

    private static int number(String segment) {
        return Integer.parseInt(segment);
    }
}
