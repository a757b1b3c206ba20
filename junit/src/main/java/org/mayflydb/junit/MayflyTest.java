package org.mayflydb.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class a database in memory, to be asked for by parameters of these types:
 *
 * <ul>
 *   <li>{@link MayflyClock}, {@link MayflyEndpoint};
 *   <li>{@link org.mayflydb.embedded.Database}, the same database without a network between;
 *   <li>{@code CosmosClient}, {@code CosmosDatabase}, {@code CosmosContainer} and their asynchronous brothers, if {@code
 *       azure-cosmos} is on the class path. {@link ContainerId} says which container is meant.
 * </ul>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@ExtendWith(AnnotatedExtension.class)
public @interface MayflyTest {
    /** When a new database is begun. */
    Fresh fresh() default Fresh.FOR_EACH_TEST;

    /** The id of the database, for programs that expect a certain one. */
    String database() default SandboxSettings.DATABASE;

    /** Whether the clock also runs by itself. Otherwise it stands still between two calls that move it. */
    boolean ticking() default false;

    /**
     * Whether clients connect as they do to Azure: the endpoint is {@code https}, direct mode is available, and this
     * process trusts the server's certificate. So a client that an application builds with the SDK's defaults works.
     * Otherwise the endpoint is plain {@code http}, which starts faster, and clients need gateway mode.
     */
    boolean tls() default false;
}
