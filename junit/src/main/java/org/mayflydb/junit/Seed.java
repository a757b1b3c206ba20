package org.mayflydb.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names JSON files on the class path that a database is filled from before a test sees it. Each describes one container:
 *
 * <pre>{@code
 * {
 *   "container": { "id": "orders", "partitionKey": { "paths": ["/customer"] }, "defaultTtl": 7776000 },
 *   "items": [ { "id": "o1", "customer": "ann" } ]
 * }
 * }</pre>
 *
 * <p>{@code container} is what the service takes to create one; {@code items} may be left out. The seeds of a class come
 * before those of the classes nested in it, and those before the seeds of a test method.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Seed {
    /** Names of files, as a class loader takes them: {@code orders.json}, {@code seeds/orders.json}. */
    String[] value();
}
