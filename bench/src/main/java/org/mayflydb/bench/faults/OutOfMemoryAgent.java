package org.mayflydb.bench.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Attached to a running server: gives a thread pool a task that allocates until there is no memory, holds on for some seconds,
 * during which every other thread meets the same, and ends with the {@link OutOfMemoryError}. Needs no hook in the server.
 */
public final class OutOfMemoryAgent {
    private static final long HOLD_NANOS = 3_000_000_000L;
    private static final int PLACES_MAX = 5_000;

    private OutOfMemoryAgent() {}

    /**
     * Called by the Java virtual machine.
     *
     * @param arguments the start of the names of the pool's threads, a comma, and a file for the outcome
     */
    public static void agentmain(String arguments, Instrumentation instrumentation) throws Exception {
        String[] parts = arguments.split(",", 2);
        Path outcome = Path.of(parts[1]);
        Module mine = OutOfMemoryAgent.class.getModule();
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of("java.lang", Set.of(mine), "java.util.concurrent", Set.of(mine)),
                Set.of(),
                Map.of());
        Executor pool = find(parts[0]);
        if (pool == null) {
            Files.writeString(outcome, "there is no pool " + parts[0], StandardCharsets.UTF_8);
            return;
        }
        byte[] success = "OutOfMemoryError".getBytes(StandardCharsets.UTF_8);
        pool.execute(() -> exhaust(outcome, success));
    }

    private static void exhaust(Path outcome, byte[] success) {
        OutOfMemoryError error = null;
        List<Object> held = new ArrayList<>(1 << 16);
        long end = System.nanoTime() + HOLD_NANOS;
        int size = 1 << 20;
        while (System.nanoTime() < end) {
            try {
                held.add(new byte[size]);
            } catch (OutOfMemoryError full) {
                error = full;
                size = Math.max(64, size / 2);
            }
        }
        // Read once more, so that it is not collected earlier.
        boolean happened = !held.isEmpty() && error != null;
        held.clear();
        try {
            Files.write(outcome, happened ? success : new byte[0]);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        if (error != null) {
            throw error;
        }
    }

    private static @Nullable Executor find(String prefix) throws IllegalAccessException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(prefix)) {
                Executor pool = find(thread);
                if (pool != null) {
                    return pool;
                }
            }
        }
        return null;
    }

    /** Follows references from a thread to the executor that it works for. */
    private static @Nullable Executor find(Thread thread) throws IllegalAccessException {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> places = new ArrayDeque<>(List.of(thread));
        while (!places.isEmpty() && seen.size() < PLACES_MAX) {
            Object place = places.remove();
            if (!seen.add(place)) {
                continue;
            }
            if (place instanceof ThreadPoolExecutor || place instanceof ScheduledExecutorService) {
                return (Executor) place;
            }
            for (Class<?> type = place.getClass(); type != null; type = type.getSuperclass()) {
                if (type.getName().startsWith("java.")
                        && !type.getName().startsWith("java.util.concurrent.")
                        && !type.getName().startsWith("java.lang.Thread")) {
                    break;
                }
                for (Field field : type.getDeclaredFields()) {
                    if (!field.getType().isPrimitive()
                            && !Modifier.isStatic(field.getModifiers())
                            && field.trySetAccessible()) {
                        Object value = field.get(place);
                        if (value != null && !(value instanceof ClassLoader) && !(value instanceof ThreadGroup)) {
                            places.add(value);
                        }
                    }
                }
            }
        }
        return null;
    }
}
