package org.mayflydb.server.http;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of a connection address: their origin, made once for each host that is named, and their path.
 *
 * <p>Clients follow the addresses the server tells them, so the host they asked is the one it must tell, whatever it
 * calls itself: behind a mapped port it cannot know.
 */
final class RequestTarget {
    /** A name in the domain name system, with a port. */
    private static final int HOST_CHARS_MAX = 260;

    /** The JavaScript client does not encode a question mark in the id of an item; no request for an item has a query. */
    private static final Pattern ITEM = Pattern.compile("/*dbs/[^/]+/colls/[^/]+/docs/[^/]+");

    private final String defaultHost;
    private final HostRule rule;
    private String scheme = "http://";
    private String host = "";
    private String origin = "";
    private boolean known;

    /** @param defaultHost with its port, for clients that name none */
    RequestTarget(String defaultHost, HostRule rule) {
        this.defaultHost = defaultHost;
        this.rule = rule;
    }

    /** From now on the scheme is https. */
    void secure() {
        scheme = "https://";
        host = "";
    }

    /** Scheme and host; null if the host is none. */
    @Nullable
    String origin(@Nullable String hostHeader) {
        String asked = hostHeader == null || hostHeader.isEmpty() ? defaultHost : hostHeader;
        if (!asked.equals(host)) {
            if (!isHost(asked)) {
                return null;
            }
            host = asked;
            origin = scheme + asked;
            known = asked.equals(defaultHost) || rule.isKnown(asked);
        }
        return origin;
    }

    /**
     * Returns true if the server may be addressed so: by the host whose {@link #origin} was asked for last, and by the one
     * in the request line, if there is one.
     */
    boolean isKnown(String target) {
        if (!rule.isStrict()) {
            return true;
        }
        if (target.startsWith("/") || !known) {
            return known;
        }
        int end = afterAuthority(target);
        int scheme = target.indexOf("://");
        return end == 0 || rule.isKnown(target.substring(scheme + 3, end));
    }

    /**
     * Returns the path of a request line's target, without a query; null if it contains something that must be
     * percent-encoded, or a control character that is, except in the id of an item.
     */
    static @Nullable String path(String target) {
        int start = target.startsWith("/") ? 0 : afterAuthority(target);
        int end = target.indexOf('?', start);
        if (end < 0) {
            end = target.length();
        } else if (ITEM.matcher(target).region(start, end).matches()) {
            return path(target.substring(start, end) + target.substring(end).replace("?", "%3F"));
        }
        int itemId = -1;
        for (int i = start; i < end; i++) {
            char c = target.charAt(i);
            if (c <= ' ' || c > '~') {
                return null;
            }
            if (c == '%' && isControl(target, i + 1, end)) {
                itemId = itemId < 0 ? itemIdStart(target, start, end) : itemId;
                if (i < itemId) {
                    return null;
                }
            }
        }
        return start == end ? "/" : target.substring(start, end);
    }

    private static boolean isControl(String target, int hexDigits, int end) {
        return hexDigits + 2 <= end && (target.charAt(hexDigits) == '0' || target.charAt(hexDigits) == '1');
    }

    /** Where the id of an item begins; the end if the path names no item. */
    private static int itemIdStart(String target, int start, int end) {
        return ITEM.matcher(target).region(start, end).matches() ? target.lastIndexOf('/', end - 1) + 1 : end;
    }

    /** What follows the question mark, as it came; empty if there is none. */
    static String query(String target) {
        int mark = target.indexOf('?');
        return mark < 0 ? "" : target.substring(mark + 1);
    }

    /** A proxy is asked with the whole address, and some clients talk to every server as if it were one. */
    private static int afterAuthority(String target) {
        int scheme = target.indexOf("://");
        if (scheme < 0) {
            return 0;
        }
        int slash = target.indexOf('/', scheme + 3);
        return slash < 0 ? target.length() : slash;
    }

    private static boolean isHost(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > '~' || (!Character.isLetterOrDigit(c) && ".-_:[]%".indexOf(c) < 0)) {
                return false;
            }
        }
        return text.length() <= HOST_CHARS_MAX;
    }
}
