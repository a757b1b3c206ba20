package org.mayflydb.server.route;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.feed.ChangeText;
import org.mayflydb.feed.FeedChange;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedPage;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/**
 * The changes of a container's items: a list with the header {@code A-IM}, or a query that filters them. Clients ask each
 * partition separately and continue with the ETag of the response, which is an LSN.
 */
final class ItemFeedRoute {
    /** The form that has the item beside what is said about its change. */
    private static final String SEPARATE_METADATA = "2021-09-15";

    private final Engine engine;

    ItemFeedRoute(Engine engine) {
        this.engine = engine;
    }

    static boolean isAsked(WireRequest request) {
        return request.header(WireHeaders.A_IM) != null;
    }

    WireResponse page(Exchange exchange, ContainerRecord container) {
        WireRequest request = exchange.request();
        FeedMode mode = mode(request);
        boolean wrapped = isWrapped(request) || mode == FeedMode.ALL_VERSIONS;
        RequestScope scope = exchange.target().scope();
        checkScope(request, scope);
        FeedFilter filter = filter(exchange);
        FeedPage page = engine.changes(container.database().id(), container.id())
                .page(new FeedRequest(mode, scope.items(), start(request), exchange.pageSize()));
        List<FeedChange> changes = filter == null ? page.changes() : filter.matching(page.changes());
        byte[] body = page.isUnchanged() ? new byte[0] : body(container, changes, wrapped);
        int count = changes.size();
        WireResponse response = exchange.response(
                        page.isUnchanged() ? 304 : 200, RequestCharge.list(count, body.length))
                .header(WireHeaders.ETAG, FeedStart.etag(page.lsn()))
                .header(WireHeaders.ITEM_COUNT, Integer.toString(count));
        SessionHeaders.add(response, page.rangeId(), page.lastLsn());
        return OwnerHeaders.add(response, container).body(body);
    }

    private @Nullable FeedFilter filter(Exchange exchange) {
        if (exchange.request().body().length == 0) {
            return null;
        }
        QueryBody query = QueryBody.read(exchange);
        return FeedFilter.read(exchange, query, engine.queryTree(query.text()));
    }

    private static FeedMode mode(WireRequest request) {
        String asked = String.valueOf(request.header(WireHeaders.A_IM)).toLowerCase(Locale.ROOT);
        return switch (asked) {
            case "incremental feed" -> FeedMode.LATEST_VERSION;
            case "full-fidelity feed" -> FeedMode.ALL_VERSIONS;
            default -> throw new BadRequestException("The header A-IM is 'Incremental Feed' or 'Full-Fidelity Feed'.");
        };
    }

    private static boolean isWrapped(WireRequest request) {
        String version = request.header(WireHeaders.CHANGE_FEED_WIRE_FORMAT);
        if (version != null && !version.equals(SEPARATE_METADATA)) {
            throw new BadRequestException("The only wire format version of a change feed that is known is "
                    + SEPARATE_METADATA + ", not '" + version + "'.");
        }
        return version != null;
    }

    /** An ETag takes precedence over a time, which some clients keep sending as well. The time excludes its own second. */
    private static FeedStart start(WireRequest request) {
        String etag = request.header(WireHeaders.IF_NONE_MATCH);
        if (etag != null) {
            return FeedStart.ofEtag(etag);
        }
        String since = request.header(WireHeaders.IF_MODIFIED_SINCE);
        if (since == null) {
            return FeedStart.BEGINNING;
        }
        try {
            // The Go client writes UTC in place of GMT.
            Instant time =
                    DateTimeFormatter.RFC_1123_DATE_TIME.parse(since.replaceFirst(" UTC$", " GMT"), Instant::from);
            return new FeedStart.Since(time.getEpochSecond() + 1);
        } catch (DateTimeException notADate) {
            throw new BadRequestException("The header If-Modified-Since is not of the form of RFC 1123, for example"
                    + " 'Sun, 15 Nov 2026 20:55:11 GMT'.");
        }
    }

    /**
     * A page has the changes of one partition. A client that asks for more than that goes by ranges that there are not,
     * and would miss what lies in the others.
     */
    private static void checkScope(WireRequest request, RequestScope scope) {
        String start = request.header(WireHeaders.START_EPK);
        String end = request.header(WireHeaders.END_EPK);
        boolean bounded = start != null || end != null;
        boolean scoped = bounded || scope.only() != null || scope.items().partitionKey() != null;
        if (!scoped) {
            throw new BadRequestException("The changes of a container with several partition key ranges are read one"
                    + " range at a time: the header " + WireHeaders.PARTITION_KEY_RANGE_ID + " is missing.");
        }
        EpkRange held = scope.only() == null ? EpkRange.FULL : scope.only().range();
        EpkRange asked = new EpkRange(
                start == null ? held.min() : EffectivePartitionKey.parse(start),
                end == null ? held.max() : EffectivePartitionKey.parse(end));
        if (asked.min().compareTo(asked.max()) >= 0) {
            throw new BadRequestException("The bounds of effective partition keys leave nothing between them.");
        }
        if (!held.containsAll(asked)) {
            throw GoneException.partitionKeyRange();
        }
    }

    private static byte[] body(ContainerRecord container, List<FeedChange> changes, boolean wrapped) {
        byte[] text = ChangeText.of(changes, container.properties().partitionKey(), wrapped);
        ByteArrayOutputStream body = new ByteArrayOutputStream(text.length + 100);
        write(body, "{\"_rid\":\"" + container.rid() + "\",\"" + ResourceType.ITEM.listMember() + "\":[");
        body.writeBytes(text);
        write(body, "],\"_count\":" + changes.size() + "}");
        return body.toByteArray();
    }

    private static void write(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
