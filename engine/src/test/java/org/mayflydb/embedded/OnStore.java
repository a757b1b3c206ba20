package org.mayflydb.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.jupiter.api.extension.TestInstancePreDestroyCallback;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.Stores;
import org.mayflydb.storage.memory.MemoryStore;

/** The store that every {@link Shop} of a test class and its nested classes is opened on; without it, memory. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(OnStore.Choice.class)
@interface OnStore {
    Kind value();

    enum Kind {
        MEMORY {
            @Override
            Store open() {
                return new MemoryStore();
            }
        },
        ROCKSDB {
            @Override
            Store open() {
                return new TemporaryStore();
            }
        },
        /** Loses and delays one commit in ten. */
        UNRELIABLE {
            @Override
            Store open() {
                return new FaultyStore(new MemoryStore()).unreliable(SEED, 10);
            }
        };

        private static final long SEED = 17;
        private static final ThreadLocal<Kind> CHOSEN = ThreadLocal.withInitial(() -> MEMORY);

        abstract Store open();

        /** That of the test that runs on this thread. */
        static Store openChosen() {
            return CHOSEN.get().open();
        }
    }

    /** Chooses the store before an instance, and so its shop, is made. */
    final class Choice implements TestInstancePreConstructCallback, TestInstancePreDestroyCallback {
        @Override
        public void preConstructTestInstance(TestInstanceFactoryContext made, ExtensionContext context) {
            Class<?> test = made.getTestClass();
            while (test != null && !test.isAnnotationPresent(OnStore.class)) {
                test = test.getEnclosingClass();
            }
            if (test != null) {
                Kind.CHOSEN.set(test.getAnnotation(OnStore.class).value());
            }
        }

        @Override
        public void preDestroyTestInstance(ExtensionContext context) {
            Kind.CHOSEN.remove();
        }
    }

    /** A store on disk that is deleted when it is closed. */
    final class TemporaryStore extends ForwardingStore {
        private final Path directory;

        TemporaryStore() {
            this(newDirectory());
        }

        private TemporaryStore(Path directory) {
            super(Stores.open(
                    StoreAddress.of(directory), StoreOptions.defaults().withMemoryMegabytes(OptionalInt.of(16))));
            this.directory = directory;
        }

        private static Path newDirectory() {
            try {
                return Files.createTempDirectory("mayfly-test");
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void close() {
            super.close();
            try (Stream<Path> files = Files.walk(directory)) {
                List<Path> deepestFirst =
                        files.sorted(Comparator.reverseOrder()).toList();
                for (Path file : deepestFirst) {
                    Files.delete(file);
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
