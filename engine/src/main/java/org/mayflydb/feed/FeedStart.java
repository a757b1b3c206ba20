package org.mayflydb.feed;

import org.mayflydb.base.BadRequestException;

/** From where on changes are wanted. */
public sealed interface FeedStart {

    /** From the first change. */
    record Beginning() implements FeedStart {}

    /** From the next change that is made. */
    record Now() implements FeedStart {}

    /** From the first change made in this second or later. */
    record Since(long timestamp) implements FeedStart {}

    /** After the changes with this sequence number. */
    record After(long lsn) implements FeedStart {}

    FeedStart BEGINNING = new Beginning();
    FeedStart NOW = new Now();

    /** No LSN is higher, so that one more can always be added. */
    long LSN_MAX = Long.MAX_VALUE - 1;

    /** Reads the ETag that an earlier page was answered with, or {@code *} for now. */
    static FeedStart ofEtag(String etag) {
        String text = etag.trim();
        if (text.equals("*")) {
            return NOW;
        }
        boolean quoted = text.length() > 2 && text.startsWith("\"") && text.endsWith("\"");
        String digits = quoted ? text.substring(1, text.length() - 1) : text;
        try {
            if (!digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return new After(Math.min(LSN_MAX, Long.parseLong(digits)));
            }
        } catch (NumberFormatException tooLarge) {
            // refused below, like what is no number
        }
        throw new BadRequestException("The continuation of a change feed is the ETag of an earlier answer.");
    }

    /** The ETag that leads behind a sequence number. */
    static String etag(long lsn) {
        return "\"" + lsn + "\"";
    }
}
