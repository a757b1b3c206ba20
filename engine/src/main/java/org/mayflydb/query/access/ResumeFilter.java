package org.mayflydb.query.access;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.ResourceId;

/**
 * Where a client that merges sorted partitions by itself resumes: at the values of the last row it has shown.
 *
 * @param values one for each item of ORDER BY
 * @param documentNumber of the item among those with equal values; null if it does not matter
 * @param exclude whether what is at this place has been shown
 */
public record ResumeFilter(List<SortValue> values, @Nullable Long documentNumber, boolean exclude) {

    /** Reads the member {@code resumeFilter} of a query's body. */
    public static ResumeFilter parse(JsonValue json) {
        if (!(json instanceof JsonObject filter
                && filter.get("value") instanceof JsonArray values
                && !values.elements().isEmpty())) {
            throw invalid("it has no values");
        }
        JsonValue exclude = filter.get("exclude");
        if (exclude != null && !(exclude instanceof JsonBoolean)) {
            throw invalid("'exclude' is true or false");
        }
        return new ResumeFilter(
                values.elements().stream().map(SortValue::resumed).toList(),
                documentNumber(filter.get("rid")),
                JsonBoolean.TRUE.equals(exclude));
    }

    private static @Nullable Long documentNumber(@Nullable JsonValue rid) {
        if (rid == null) {
            return null;
        }
        ResourceId id = rid instanceof JsonString text ? ResourceId.parse(text.value()) : null;
        if (id == null || id.kind() != ResourceId.Kind.ITEM) {
            throw invalid("'rid' is the resource id of an item");
        }
        return id.ordinal();
    }

    /** The place in that order. */
    public SortPlace place(SortOrder order) {
        if (values.size() != order.keys().size()) {
            throw invalid("it has a value for each item of ORDER BY");
        }
        SortPlace place = order.place(values, documentNumber == null ? 0 : order.tie(documentNumber), !exclude);
        if (documentNumber != null) {
            return place;
        }
        return exclude ? place.afterTies() : place.beforeTies();
    }

    private static BadRequestException invalid(String why) {
        return new BadRequestException("The input content is invalid: 'resumeFilter': " + why + ".");
    }
}
