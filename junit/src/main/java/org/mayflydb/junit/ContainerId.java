package org.mayflydb.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The container to inject. Not needed if the database has only one container, or if the parameter has the name of the
 * container and the tests are compiled with {@code -parameters}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface ContainerId {
    /** The id of a container that exists when the test method is called. */
    String value();
}
