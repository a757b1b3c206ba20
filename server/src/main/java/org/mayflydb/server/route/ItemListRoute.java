package org.mayflydb.server.route;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.ttl.LiveItem;

/** Lists of items. */
final class ItemListRoute {
    private ItemListRoute() {}

    static WireResponse list(Exchange exchange, ContainerRecord container, Items items) {
        if ("Reverse".equalsIgnoreCase(exchange.request().header(WireHeaders.ENUMERATION_DIRECTION))) {
            throw new UnsupportedException("A list in reverse order");
        }
        RequestScope scope = exchange.target().scope();
        ItemPage page = WholeContinuation.END.equals(exchange.continuation())
                ? new ItemPage(List.of(), null)
                : items.reads().list(scope.items(), exchange.pageSize(), exchange.continuation());
        boolean isFull = page.items().size() == exchange.pageSize();
        byte[] body = body(container, page);
        WireResponse response = exchange.response(
                        200, RequestCharge.list(page.items().size(), body.length))
                .header(WireHeaders.ITEM_COUNT, Integer.toString(page.items().size()))
                .header(
                        WireHeaders.CONTINUATION,
                        page.continuation() == null && isFull && scope.isOnlyPartition()
                                ? WholeContinuation.END
                                : page.continuation());
        scope.addSession(response, items);
        return OwnerHeaders.add(response, container).body(AnswerFormat.list(exchange.request(), body));
    }

    private static byte[] body(ContainerRecord container, ItemPage page) {
        ByteArrayOutputStream body = new ByteArrayOutputStream(1024);
        write(body, "{\"_rid\":\"" + container.rid() + "\",\"" + ResourceType.ITEM.listMember() + "\":[");
        boolean first = true;
        for (LiveItem item : page.items()) {
            if (!first) {
                body.write(',');
            }
            first = false;
            body.writeBytes(item.json());
        }
        write(body, "],\"_count\":" + page.items().size() + "}");
        return body.toByteArray();
    }

    private static void write(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
