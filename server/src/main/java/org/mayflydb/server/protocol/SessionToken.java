package org.mayflydb.server.protocol;

import java.util.function.IntPredicate;
import org.mayflydb.base.BadRequestException;

/**
 * Session tokens: the LSN of a partition when it served a request, so that the client reads no older state later. One part
 * for each partition key range, separated by commas:
 *
 * <pre>{@code rangeId:version#globalLsn[#region=localLsn]…}</pre>
 *
 * <p>The version changes when regions do, so it is constant here. Clients of early API versions send {@code rangeId:lsn}.
 */
public final class SessionToken {
    private static final long VERSION = -1;

    private SessionToken() {}

    /** The token of one partition. */
    public static String of(int rangeId, long lsn) {
        return rangeId + ":" + VERSION + "#" + lsn;
    }

    /** A token of one partition as direct mode has it in responses: the range id is a token of its own there. */
    public static String withoutRange(String token) {
        return token.substring(token.indexOf(':') + 1);
    }

    /**
     * The LSN that a partition must have reached to serve a request with this token: 0 if the token has no part for it, and
     * {@link Long#MAX_VALUE} if no LSN suffices, because the token has a later version. Reads without allocating anything.
     *
     * @param concerned returns true for the id of the partition's range, and of each range that it was split from: it
     *     continues their LSNs
     * @throws BadRequestException if the token is malformed
     */
    public static long requiredLsn(String token, IntPredicate concerned) {
        long required = 0;
        int start = 0;
        try {
            while (start < token.length()) {
                int end = find(',', token, start, token.length());
                if (start < end) {
                    required = Math.max(required, requiredLsn(token, start, end, concerned));
                }
                start = end + 1;
            }
        } catch (NumberFormatException malformed) {
            throw malformed(token);
        }
        return required;
    }

    private static long requiredLsn(String token, int start, int end, IntPredicate concerned) {
        int colon = find(':', token, start, end);
        int range = Integer.parseInt(token, start, colon, 10);
        if (colon == end) {
            throw malformed(token);
        }
        int first = find('#', token, colon + 1, end);
        long version = first == end ? VERSION : Long.parseLong(token, colon + 1, first, 10);
        int lsnStart = first == end ? colon + 1 : first + 1;
        int lsnEnd = find('#', token, lsnStart, end);
        long lsn = Long.parseLong(token, lsnStart, lsnEnd, 10);
        checkRegions(token, lsnEnd, end);
        if (!concerned.test(range)) {
            return 0;
        }
        return version > VERSION ? Long.MAX_VALUE : lsn;
    }

    /** What a region had reached does not count on an account with one region, but must be well-formed. */
    private static void checkRegions(String token, int start, int end) {
        int at = start;
        while (at < end) {
            int next = find('#', token, at + 1, end);
            int equals = find('=', token, at + 1, next);
            int unusedRegion = Integer.parseInt(token, at + 1, equals, 10);
            long unusedLsn = Long.parseLong(token, Math.min(equals + 1, next), next, 10);
            at = next;
        }
    }

    private static int find(char wanted, String token, int start, int end) {
        int found = token.indexOf(wanted, start);
        return found < 0 || found > end ? end : found;
    }

    private static BadRequestException malformed(String token) {
        return new BadRequestException("The session token provided '" + token + "' is invalid.");
    }
}
