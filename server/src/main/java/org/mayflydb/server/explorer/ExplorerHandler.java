package org.mayflydb.server.explorer;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** Answers what is asked for under {@code /_explorer}, and passes everything else on. */
public final class ExplorerHandler implements RequestHandler {
    static final String PREFIX = "/_explorer";

    /** The files of the page. What is not listed is not served. */
    static final List<String> NAMES = List.of(
            "index.html",
            "explorer.css",
            "icon.svg",
            "app.js",
            "client.js",
            "clock-move.js",
            "clock.js",
            "conflict.js",
            "create.js",
            "dialog.js",
            "dom.js",
            "editor.js",
            "expired.js",
            "format.js",
            "highlight.js",
            "json-text.js",
            "lag.js",
            "links.js",
            "menu.js",
            "plot.js",
            "resources.js",
            "results.js",
            "session.js",
            "shell.js",
            "shortcuts.js",
            "throughput.js",
            "tree.js",
            "ttl-choice.js",
            "view-clock.js",
            "view-database.js",
            "view-item.js",
            "view-items.js",
            "view-overview.js",
            "view-query.js",
            "view-settings.js",
            "view-sign-in.js",
            "view-statistics.js",
            "view-time.js",
            "what-if.js",
            "why.js");

    /** Nothing from elsewhere, nothing inline, nothing in a frame: what a document holds can never run as a script. */
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private final RequestHandler next;
    private final Map<String, ExplorerFile> files;

    private ExplorerHandler(RequestHandler next, Map<String, ExplorerFile> files) {
        this.next = next;
        this.files = Map.copyOf(files);
    }

    /** Serves the page. */
    public static ExplorerHandler serving(RequestHandler next) {
        Map<String, ExplorerFile> files = new HashMap<>();
        for (String name : NAMES) {
            files.put(PREFIX + "/" + name, ExplorerFile.read(name));
        }
        ExplorerFile index = ExplorerFile.read("index.html");
        files.put(PREFIX, index);
        files.put(PREFIX + "/", index);
        return new ExplorerHandler(next, files);
    }

    /** Serves no page: every path of it is 404. */
    public static ExplorerHandler off(RequestHandler next) {
        return new ExplorerHandler(next, Map.of());
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        return isPage(head) ? guarded(text(413, "Pages take no body.\n")) : next.refusal(head);
    }

    private static boolean isPage(WireRequest request) {
        String path = request.path();
        return path.equals(PREFIX) || path.startsWith(PREFIX + "/");
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        if (isPage(request)) {
            reply.accept(guarded(answer(request)));
        } else {
            next.handle(request, reply);
        }
    }

    private WireResponse answer(WireRequest request) {
        ExplorerFile file = files.get(request.path());
        if (file == null) {
            return text(404, "There is no such page.\n");
        }
        if (request.verb() != Verb.GET && request.verb() != Verb.HEAD) {
            return text(405, "Pages can only be read.\n").header("allow", "GET, HEAD");
        }
        boolean known = matches(request.header(WireHeaders.IF_NONE_MATCH), file.etag());
        WireResponse response = new WireResponse(known ? 304 : 200)
                .header(WireHeaders.ETAG, file.etag())
                .header("cache-control", "no-cache");
        return known
                ? response
                : response.header(WireHeaders.CONTENT_TYPE, file.contentType()).body(file.content());
    }

    private static WireResponse text(int status, String text) {
        return new WireResponse(status)
                .header(WireHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
                .body(text.getBytes(StandardCharsets.UTF_8));
    }

    private static WireResponse guarded(WireResponse response) {
        return response.header("content-security-policy", CONTENT_SECURITY_POLICY)
                .header("x-content-type-options", "nosniff")
                .header("referrer-policy", "no-referrer");
    }

    /** Browsers send one ETag, proxies may send several or call it weak. */
    private static boolean matches(@Nullable String header, String etag) {
        if (header == null) {
            return false;
        }
        for (String known : header.split(",", -1)) {
            String stripped = known.strip();
            if (stripped.equals("*") || stripped.equals(etag) || stripped.equals("W/" + etag)) {
                return true;
            }
        }
        return false;
    }
}
