package org.mayflydb.server.audit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.server.auth.Actors;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;

/**
 * What an administrative request asks for.
 *
 * @param name such as {@code create container} or {@code admin clock}
 * @param onlyRefusals whether it is recorded only if it is refused
 */
record AuditAction(String name, boolean onlyRefusals) {
    private static final AuditAction ISSUE_TOKEN = new AuditAction("issue token", false);
    private static final String ADMIN = "/_mayfly/";
    private static final String DATABASES = "/dbs/";
    private static final String ITEMS = "/docs";

    /** What the request asks for; null if it is about items, or only reads what clients read. */
    static @Nullable AuditAction of(WireRequest request) {
        boolean reads = request.verb() == Verb.GET || request.verb() == Verb.HEAD;
        if (request.path().equals(Actors.IDENTITY_PATH)) {
            return ISSUE_TOKEN;
        }
        if (request.path().startsWith(ADMIN)) {
            String path = request.path();
            return new AuditAction("admin " + path.substring(path.lastIndexOf('/') + 1), reads);
        }
        return reads || isAboutItems(request.path()) ? null : ofResource(request);
    }

    /** Nearly every request is about items. One that is and does not look like it is only found out later. */
    private static boolean isAboutItems(String path) {
        int slash = path.startsWith(DATABASES) ? DATABASES.length() : -1;
        for (int i = 0; i < 3 && slash >= 0; i++) {
            slash = path.indexOf('/', slash + 1);
        }
        return slash > 0
                && path.startsWith(ITEMS, slash)
                && path.indexOf("//") < 0
                && (path.length() == slash + ITEMS.length() || path.charAt(slash + ITEMS.length()) == '/');
    }

    private static @Nullable AuditAction ofResource(WireRequest request) {
        ResourceType type;
        try {
            type = ResourceAddress.parse(request.path()).type();
        } catch (MayflyException namesNothing) {
            return null;
        }
        if (type == null || request.isQuery()) {
            return null;
        }
        return switch (type) {
            case DATABASE, CONTAINER, OFFER, USER, PERMISSION, CLIENT_ENCRYPTION_KEY ->
                new AuditAction(
                        verb(request) + " "
                                + type.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        false);
            default -> null;
        };
    }

    private static String verb(WireRequest request) {
        return switch (request.verb()) {
            case POST -> request.flag(WireHeaders.IS_UPSERT) ? "upsert" : "create";
            case PUT -> "replace";
            case PATCH -> "patch";
            case DELETE -> "delete";
            case GET, HEAD -> "read";
        };
    }
}
