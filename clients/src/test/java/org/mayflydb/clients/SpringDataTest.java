package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.PartitionKey;
import com.azure.spring.data.cosmos.config.AbstractCosmosConfiguration;
import com.azure.spring.data.cosmos.core.CosmosTemplate;
import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.repository.CosmosRepository;
import com.azure.spring.data.cosmos.repository.config.EnableCosmosRepositories;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.annotation.Id;

/** Spring Data over the server: an annotated class, a repository and the template beneath. */
@TestInstance(Lifecycle.PER_CLASS)
class SpringDataTest {
    /** A login that lasts for half an hour. */
    @Container(containerName = "sessions", ru = "400", timeToLive = 1800)
    public static class Login {
        @Id
        @Nullable
        public String id;

        @com.azure.spring.data.cosmos.core.mapping.PartitionKey
        @Nullable
        public String user;

        @Nullable
        public Integer ttl;

        static Login of(String id, String user) {
            Login login = new Login();
            login.id = id;
            login.user = user;
            return login;
        }
    }

    /** What Spring Data implements. */
    public interface Logins extends CosmosRepository<Login, String> {}

    /** What an application declares. */
    @EnableCosmosRepositories(basePackageClasses = SpringDataTest.class, considerNestedRepositories = true)
    public static class Configuration extends AbstractCosmosConfiguration {
        private final CosmosClientBuilder builder;

        public Configuration(CosmosClientBuilder builder) {
            this.builder = builder;
        }

        @Bean
        public com.azure.cosmos.CosmosAsyncClient client() {
            return builder.buildAsyncClient();
        }

        @Override
        protected String getDatabaseName() {
            return "spring";
        }
    }

    private final LocalServer server = LocalServer.inMemory();
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Logins logins;

    SpringDataTest() {
        context.registerBean(
                CosmosClientBuilder.class,
                () -> new CosmosClientBuilder()
                        .endpoint(server.endpoint(Scheme.HTTP))
                        .key(LocalServer.KEY)
                        .gatewayMode()
                        .contentResponseOnWriteEnabled(true));
        context.register(Configuration.class);
        context.refresh();
        logins = context.getBean(Logins.class);
    }

    @AfterAll
    void close() {
        context.close();
        server.close();
    }

    private static PartitionKey key(String user) {
        return new PartitionKey(user);
    }

    @Test
    void theContainerHasTheLifetimeOfTheAnnotation() {
        CosmosTemplate template = context.getBean(CosmosTemplate.class);
        assertThat(Objects.requireNonNull(template.getContainerProperties("sessions"))
                        .getDefaultTimeToLiveInSeconds())
                .isEqualTo(1800);
    }

    @Test
    void anEntityIsSavedFoundAndDeleted() {
        logins.save(Login.of("a", "ann"));
        assertThat(logins.findById("a", key("ann"))).map(login -> login.user).contains("ann");
        logins.deleteById("a", key("ann"));
        assertThat(logins.findById("a", key("ann"))).isEmpty();
    }

    @Test
    void anEntityExpiresByTheAnnotation() {
        logins.save(Login.of("b", "bob"));
        server.advanceClock(1798);
        assertThat(logins.findById("b", key("bob"))).isPresent();
        server.advanceClock(2);
        assertThat(logins.findById("b", key("bob"))).isEmpty();
    }

    @Test
    void anEntitySavedAgainBeginsAnew() {
        logins.save(Login.of("c", "cid"));
        server.advanceClock(1000);
        logins.save(Login.of("c", "cid"));
        server.advanceClock(1000);
        assertThat(logins.findById("c", key("cid"))).isPresent();
    }

    @Test
    void anEntityMayHaveALifetimeOfItsOwn() {
        Login login = Login.of("d", "dan");
        login.ttl = 60;
        logins.save(login);
        server.advanceClock(60);
        assertThat(logins.findById("d", key("dan"))).isEmpty();
    }
}
