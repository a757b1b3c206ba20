package org.mayflydb.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which container a parameter is to be. It is not needed if the database has one container only, nor if the parameter
 * is called like the container and the tests are compiled with {@code -parameters}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface ContainerId {
    /** The id of a container that exists when the test method is called. */
    String value();
}
