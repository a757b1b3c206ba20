package org.mayflydb.server.protocol;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of resources, with the path segment of each and the member that holds them in a list. */
public enum ResourceType {
    DATABASE("dbs", "Databases"),
    CONTAINER("colls", "DocumentCollections"),
    ITEM("docs", "Documents"),
    PARTITION_KEY_RANGE("pkranges", "PartitionKeyRanges"),
    STORED_PROCEDURE("sprocs", "StoredProcedures"),
    TRIGGER("triggers", "Triggers"),
    USER_DEFINED_FUNCTION("udfs", "UserDefinedFunctions"),
    CONFLICT("conflicts", "Conflicts"),
    USER("users", "Users"),
    PERMISSION("permissions", "Permissions"),
    CLIENT_ENCRYPTION_KEY("clientencryptionkeys", "ClientEncryptionKeys"),
    OFFER("offers", "Offers"),
    ATTACHMENT("attachments", "Attachments"),
    ADDRESS("addresses", "Addresss"),
    OPERATION("operations", "Operations");

    private static final Map<String, ResourceType> BY_SEGMENT = new HashMap<>();

    static {
        for (ResourceType type : values()) {
            BY_SEGMENT.put(type.segment, type);
        }
    }

    private final String segment;
    private final String listMember;

    ResourceType(String segment, String listMember) {
        this.segment = segment;
        this.listMember = listMember;
    }

    /** As in a path, and as it is signed. */
    public String segment() {
        return segment;
    }

    public String listMember() {
        return listMember;
    }

    public static @Nullable ResourceType ofSegment(String segment) {
        return BY_SEGMENT.get(segment);
    }
}
