package org.mayflydb.catalog;

import org.mayflydb.key.DocumentPath;

/** One column of a composite index. */
public record CompositePath(DocumentPath path, Order order) {

    /** The direction in which a composite index is sorted by a path. */
    public enum Order {
        ASCENDING("ascending"),
        DESCENDING("descending");

        private final String wireName;

        Order(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }
}
