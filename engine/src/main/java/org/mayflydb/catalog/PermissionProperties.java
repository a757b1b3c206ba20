package org.mayflydb.catalog;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.ItemId;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.ResourceId;

/**
 * What a client says about a permission.
 *
 * @param modeText the mode as it was sent, in any letter case; clients compare it with what they get back
 * @param resource link to what is permitted, exactly as it was sent: of names or of resource ids
 * @param partitionKey the only partition key whose items are meant, null for all
 */
public record PermissionProperties(
        String id,
        String modeText,
        String resource,
        @Nullable PartitionKey partitionKey) {

    private static final Set<String> MEMBERS = Set.of(
            "id", "permissionMode", "resource", "resourcePartitionKey", "_rid", "_self", "_etag", "_ts", "_token");

    private static final List<String> MODES =
            Arrays.stream(PermissionMode.values()).map(PermissionMode::text).toList();

    /** Resources that a container holds and that can be permitted one by one. */
    private static final Set<String> CONTAINED = Set.of("docs", "sprocs", "triggers", "udfs", "conflicts");

    /** The most parts of a link: database, container, item, attachment. */
    private static final int LINK_PARTS_MAX = 8;

    /** Reads the body of a request that creates or replaces a permission. */
    static PermissionProperties fromJson(JsonObject body) {
        PolicyReader reader = new PolicyReader("permission", body).allowOnly(MEMBERS);
        String id = reader.text("id");
        ItemId.checkResource(id);
        reader.choice("permissionMode", MODES);
        return new PermissionProperties(
                id, reader.text("permissionMode"), reader.text("resource"), partitionKey(reader));
    }

    public PermissionMode mode() {
        return PermissionMode.of(modeText);
    }

    private static @Nullable PartitionKey partitionKey(PolicyReader reader) {
        JsonValue value = reader.find("resourcePartitionKey");
        if (value == null) {
            return null;
        }
        PartitionKey key = PartitionKey.parse(value.toString());
        if (key.isEmpty()) {
            // It would begin every key, and so permit everything that it seems to exclude.
            throw reader.refused("'resourcePartitionKey' has no components");
        }
        return key;
    }

    /** The parts of the link: type, id, type, id, whatever slashes are around it. */
    public List<String> resourceParts() {
        int start = resource.startsWith("/") ? 1 : 0;
        int end = resource.length() - (resource.endsWith("/") ? 1 : 0);
        return List.of(resource.substring(start, Math.max(start, end)).split("/", -1));
    }

    /**
     * Refuses a link to anything that is not a container of this database or below one. As in Azure, it may contain the
     * resource id of a database that does not exist; such a permission permits nothing.
     *
     * @param databases all that exist
     */
    void checkWithin(DatabaseRecord database, Collection<CatalogState.Entry> databases) {
        List<String> parts = resourceParts();
        boolean acceptable = parts.size() >= 4
                && parts.size() <= LINK_PARTS_MAX
                && parts.size() % 2 == 0
                && parts.stream().noneMatch(String::isEmpty)
                && parts.get(0).equals("dbs")
                && isNamed(database, databases, parts.get(1))
                && parts.get(2).equals("colls")
                && (parts.size() < 6 || CONTAINED.contains(parts.get(4)))
                && (parts.size() < 8
                        || (parts.get(4).equals("docs") && parts.get(6).equals("attachments")));
        if (!acceptable) {
            throw new PolicyReader("permission", JsonObject.empty())
                    .refused("'resource' must be the link of a container of the same database, or of what is in one");
        }
    }

    private static boolean isNamed(DatabaseRecord database, Collection<CatalogState.Entry> databases, String name) {
        if (name.equals(database.id())) {
            return true;
        }
        ResourceId rid = ResourceId.parse(name);
        return rid != null
                && databases.stream()
                        .map(CatalogState.Entry::database)
                        .allMatch(
                                other -> other.equals(database) || !other.rid().equals(rid));
    }

    /** Whether the other one permits the same thing; a user has at most one permission for it. */
    boolean isSameResource(PermissionProperties other) {
        return resourceParts().equals(other.resourceParts()) && Objects.equals(partitionKey, other.partitionKey);
    }

    JsonObject toJson() {
        JsonObject json = JsonObject.builder()
                .put("id", id)
                .put("permissionMode", modeText)
                .put("resource", resource)
                .build();
        return partitionKey == null
                ? json
                : json.with("resourcePartitionKey", JsonValue.parse(partitionKey.toString()));
    }
}
