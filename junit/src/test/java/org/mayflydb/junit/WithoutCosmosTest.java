package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mayflydb.embedded.Database;
import org.mayflydb.key.PartitionKey;

/** The extension where {@code azure-cosmos} is not on the class path. */
class WithoutCosmosTest {
    /** Loads this package anew, and knows of no class of the client. */
    private static final class WithoutClient extends ClassLoader {
        WithoutClient() {
            super(WithoutCosmosTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.azure.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("org.mayflydb.junit.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] code = bytes.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException failure) {
                throw new ClassNotFoundException(name, failure);
            }
        }
    }

    @MayflyTest
    @Seed("customers.json")
    static final class Cases {
        @Test
        void theRestWorks(Database database, MayflyClock clock, MayflyEndpoint endpoint) {
            database.container("customers").create(Map.of("id", "ann"));
            clock.advance(Duration.ofDays(1));
            assertThat(database.container("customers").find("ann", PartitionKey.of("ann")))
                    .isPresent();
            assertThat(endpoint.url()).startsWith("http://");
        }
    }

    @Test
    void everythingButTheClientsWorks() throws Exception {
        WithoutClient classes = new WithoutClient();
        assertThatThrownBy(() -> classes.loadClass("com.azure.cosmos.CosmosClient"))
                .isInstanceOf(ClassNotFoundException.class);
        Class<?> cases = classes.loadClass(Cases.class.getName());
        assertThat(cases).isNotSameAs(Cases.class);
        Method of = classes.loadClass(Run.class.getName()).getDeclaredMethod("of", Class[].class);
        of.setAccessible(true);
        Object run = of.invoke(null, (Object) new Class<?>[] {cases});
        assertThat(run).hasToString("Run[succeeded=1, failures=[]]");
    }
}
