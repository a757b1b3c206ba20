package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.ResourceId;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.ttl.LiveItem;

/**
 * The ids of items that a path calls by their resource ids. Clients of the first generation do that when they replace or
 * delete a document they have read, whose {@code _self} is such a path.
 */
final class ItemIds {
    private static final int PAGE_ITEMS = 100;

    private ItemIds() {}

    /** Whether the path calls the item by its resource id, as it then does the container. */
    static boolean isResourceId(ResourceAddress address) {
        ResourceId item = ResourceId.parse(address.id(2));
        return item != null
                && item.kind() == ResourceId.Kind.ITEM
                && item.parentContainer().toString().equals(address.id(1));
    }

    /**
     * The id of an item.
     *
     * @param guess its id if the request says so by the way; null if it must be looked for. Resource ids are not indexed,
     *     so that means a walk over its logical partition.
     * @throws NotFoundException if there is no such item under the key
     */
    static String find(ResourceAddress address, Items items, PartitionKey key, @Nullable String guess) {
        ResourceId rid = ResourceId.parse(address.id(2));
        if (rid == null) {
            throw NotFoundException.resource();
        }
        if (guess != null && isItem(items, guess, key, rid)) {
            return guess;
        }
        String continuation = null;
        do {
            ItemPage page = items.reads().list(ListScope.of(key), PAGE_ITEMS, continuation);
            for (LiveItem item : page.items()) {
                if (isItem(item, rid)) {
                    return text(item, "id");
                }
            }
            continuation = page.continuation();
        } while (continuation != null);
        throw NotFoundException.resource();
    }

    /** Whether the container goes by its resource id and not, by chance, by a name that looks like one. */
    static boolean isAddressedByResourceId(ResourceAddress address, ContainerRecord container) {
        return isResourceId(address)
                && container.rid().toString().equals(address.id(1))
                && !container.id().equals(address.id(1));
    }

    private static boolean isItem(Items items, String id, PartitionKey key, ResourceId rid) {
        try {
            LiveItem item = items.reads().read(id, key, ItemConditions.NONE).item();
            return item != null && isItem(item, rid);
        } catch (NotFoundException anotherId) {
            return false;
        }
    }

    /** The document number, whose bits the resource id has among others, needs no parsing and rules most items out. */
    private static boolean isItem(LiveItem item, ResourceId rid) {
        long number = item.stored().documentNumber();
        return (rid.ordinal() & number) == number && rid.toString().equals(text(item, "_rid"));
    }

    private static String text(LiveItem item, String member) {
        return JsonValue.parse(item.json()) instanceof JsonObject object
                        && object.get(member) instanceof JsonString text
                ? text.value()
                : "";
    }
}
