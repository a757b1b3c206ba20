package org.mayflydb.server.route;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.key.ResourceId;

/**
 * The continuation that the service itself writes for a query: the resource id of an item and how many pages came before.
 * One that names an item of another container has no effect there, as a test of the Python client shows. One of a container
 * with the same resource id is refused, because its place is unknown here.
 */
final class ServiceContinuation {
    private static final int CHARACTERS_MAX = 1_000;

    private static final Pattern FORM =
            Pattern.compile("[-+]RID:~?(?<item>[A-Za-z0-9+=-]+)(?:#[A-Z]{2,4}:[A-Za-z0-9+/=-]*)+");

    private ServiceContinuation() {}

    /** Returns true if the service has written the text for a query over a container other than this one. */
    static boolean isOfAnother(ResourceId container, String continuation) {
        if (continuation.length() > CHARACTERS_MAX) {
            return false;
        }
        Matcher form = FORM.matcher(continuation);
        if (!form.matches()) {
            return false;
        }
        ResourceId item = ResourceId.parse(form.group("item"));
        return item != null
                && item.kind() == ResourceId.Kind.ITEM
                && !item.parentContainer().equals(container);
    }
}
