package org.mayflydb.catalog;

import org.mayflydb.catalog.CatalogCodec.Fields;
import org.mayflydb.json.JsonObject;

/**
 * A partition of a deleted container that may still have entries.
 *
 * @param version that of the catalog when the container was deleted
 */
record DeletedPartition(String database, String container, long version) {
    static DeletedPartition of(ContainerRecord container, long version) {
        return new DeletedPartition(container.database().id(), container.id(), version);
    }

    byte[] encode() {
        return JsonObject.builder()
                .put("database", database)
                .put("container", container)
                .put("version", version)
                .build()
                .toBytes();
    }

    static DeletedPartition decode(byte[] value) {
        Fields fields = Fields.of("a deleted partition", value);
        return new DeletedPartition(fields.text("database"), fields.text("container"), fields.longNumber("version"));
    }
}
