package org.mayflydb.key;

import java.util.HashSet;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;

/**
 * How the partition key of a container is found and hashed; it never changes.
 *
 * @param paths one for {@link Kind#HASH}, up to three for {@link Kind#MULTI_HASH}
 * @param version of the hash, 1 or 2
 * @param systemKey true if the client named no key and the server supplied one
 * @param versionShown false if the client named no version; Azure then returns none either
 */
public record PartitionKeyDefinition(
        List<DocumentPath> paths, Kind kind, int version, boolean systemKey, boolean versionShown) {

    /** Longest component in bytes of UTF-8. */
    private static final int COMPONENT_BYTES_MAX = 2048;

    /** What a container gets that was created without a partition key. */
    public static final PartitionKeyDefinition SYSTEM =
            new PartitionKeyDefinition(List.of(DocumentPath.parse("/_partitionKey")), Kind.HASH, 1, true);

    /** One hash over all, or one hash per component, which lets a prefix of the components be a range. */
    public enum Kind {
        HASH("Hash"),
        MULTI_HASH("MultiHash");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    public PartitionKeyDefinition {
        paths = List.copyOf(paths);
        require(version == 1 || version == 2, "its version must be 1 or 2");
        require(!paths.isEmpty(), "it has no paths");
        if (paths.size() > PartitionKey.COMPONENTS_MAX) {
            throw new BadRequestException("Too many partition key paths (" + paths.size() + ") specified. A maximum of "
                    + PartitionKey.COMPONENTS_MAX + " is allowed.");
        }
        require(paths.size() == 1 || kind == Kind.MULTI_HASH, "several paths need the kind MultiHash");
        require(kind == Kind.HASH || version == 2, "the kind MultiHash needs version 2");
        require(new HashSet<>(paths).size() == paths.size(), "it names a path twice");
    }

    /** A definition that shows its version, unless it is that of a system key of version 1. */
    public PartitionKeyDefinition(List<DocumentPath> paths, Kind kind, int version, boolean systemKey) {
        this(paths, kind, version, systemKey, !systemKey || version != 1);
    }

    /** Returns true if the other one finds and hashes the same keys. */
    public boolean isSameAs(PartitionKeyDefinition other) {
        return paths.equals(other.paths)
                && kind == other.kind
                && version == other.version
                && systemKey == other.systemKey;
    }

    /** A definition of one path, hashed by version 2. */
    public static PartitionKeyDefinition hash(String path) {
        return new PartitionKeyDefinition(List.of(DocumentPath.parse(path)), Kind.HASH, 2, false);
    }

    /** A hierarchical definition. */
    public static PartitionKeyDefinition multiHash(String... paths) {
        return new PartitionKeyDefinition(
                List.of(paths).stream().map(DocumentPath::parse).toList(), Kind.MULTI_HASH, 2, false);
    }

    /** Reads what clients send, which differs between them; see {@link PartitionKeyDefinitionJson}. */
    public static PartitionKeyDefinition fromJson(JsonObject json) {
        return PartitionKeyDefinitionJson.read(json);
    }

    public JsonObject toJson() {
        return PartitionKeyDefinitionJson.write(this);
    }

    /** True if a path leads into an object inside the item. */
    public boolean isNested() {
        for (DocumentPath path : paths) {
            if (path.segments().size() > 1) {
                return true;
            }
        }
        return false;
    }

    /** True if the key has a component for every path. */
    public boolean isComplete(PartitionKey key) {
        return key.size() == paths.size();
    }

    /** Refuses a key with a component that is too large, or that is no Unicode text. */
    public void checkSizes(PartitionKey key) {
        for (KeyComponent component : key.components()) {
            if (component instanceof KeyComponent.Text text && Utf8Length.of(text.value()) > COMPONENT_BYTES_MAX) {
                throw new BadRequestException("The partition key value is too large: it may have at most "
                        + COMPONENT_BYTES_MAX + " bytes of UTF-8.");
            }
        }
    }

    private static void require(boolean condition, String complaint) {
        if (!condition) {
            throw new BadRequestException("The partition key definition is invalid: " + complaint + ".");
        }
    }
}
