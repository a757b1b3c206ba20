package org.mayflydb.server.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.Invariant;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** The files of the page, without a transport. */
class ExplorerHandlerTest {
    private static final Pattern IMPORT = Pattern.compile("(?:from|import) \"\\./([a-z-]+\\.js)\"");

    private static final RequestHandler NEXT = (request, reply) -> reply.accept(new WireResponse(418));
    private final ExplorerHandler handler = ExplorerHandler.serving(NEXT);

    private static WireResponse send(ExplorerHandler to, Verb verb, String path, Map<String, String> headers) {
        AtomicReference<@Nullable WireResponse> response = new AtomicReference<>();
        to.handle(new WireRequest(verb, path, headers::get, new byte[0], "http://localhost:8081"), response::set);
        return Invariant.present(response.get(), "it is answered at once");
    }

    private WireResponse get(String path) {
        return send(handler, Verb.GET, path, Map.of());
    }

    private static String text(WireResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_explorer", "/_explorer/", "/_explorer/index.html"})
    void thePageIsAtEveryPathThatPeopleTry(String path) {
        WireResponse page = get(path);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(text(page)).startsWith("<!doctype html>");
    }

    @Test
    void scriptsAndStylesHaveTheTypesThatBrowsersInsistOn() {
        assertThat(get("/_explorer/app.js").header("content-type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(get("/_explorer/explorer.css").header("content-type")).isEqualTo("text/css; charset=utf-8");
        assertThat(get("/_explorer/icon.svg").header("content-type")).isEqualTo("image/svg+xml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_explorer", "/_explorer/app.js", "/_explorer/absent.js"})
    void everyAnswerForbidsWhatThePageDoesNotNeed(String path) {
        WireResponse answer = get(path);
        assertThat(answer.header("content-security-policy"))
                .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                        + " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.header("referrer-policy")).isEqualTo("no-referrer");
    }

    @Test
    void aBrowserThatHasTheFileIsToldThatItHasNotChanged() {
        WireResponse first = get("/_explorer/app.js");
        assertThat(first.header("cache-control")).isEqualTo("no-cache");
        String etag = Invariant.present(first.header("etag"), "a file has an ETag");
        WireResponse again = send(handler, Verb.GET, "/_explorer/app.js", Map.of("if-none-match", "\"x\", W/" + etag));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.header("etag")).isEqualTo(etag);
    }

    @Test
    void aBrowserThatHasAnotherFileGetsThisOne() {
        String other = Invariant.present(get("/_explorer/explorer.css").header("etag"), "a file has an ETag");
        assertThat(send(handler, Verb.GET, "/_explorer/app.js", Map.of("if-none-match", other))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_explorer/absent.js",
                "/_explorer/../explorer/app.js",
                "/_explorer/%2e%2e/app.js",
                "/_explorer/ExplorerHandler.class",
                "/_explorer//app.js"
            })
    void whatIsNotInTheTableIsNotFound(String path) {
        assertThat(get(path).status()).isEqualTo(404);
    }

    @Test
    void headIsAnsweredAsGetIs() {
        WireResponse head = send(handler, Verb.HEAD, "/_explorer", Map.of());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.headers()).isEqualTo(get("/_explorer").headers());
    }

    @Test
    void thePageCannotBeWrittenTo() {
        WireResponse refused = send(handler, Verb.POST, "/_explorer", Map.of());
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.header("allow")).isEqualTo("GET, HEAD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/dbs", "/_explorers", "/_mayfly/clock"})
    void everythingElseIsPassedOn(String path) {
        assertThat(get(path).status()).isEqualTo(418);
    }

    @Test
    void switchedOffItIsNotThere() {
        ExplorerHandler off = ExplorerHandler.off(NEXT);
        assertThat(send(off, Verb.GET, "/_explorer", Map.of()).status()).isEqualTo(404);
        assertThat(send(off, Verb.GET, "/_explorer/app.js", Map.of()).status()).isEqualTo(404);
        assertThat(send(off, Verb.GET, "/dbs", Map.of()).status()).isEqualTo(418);
    }

    @Test
    void whateverAScriptImportsIsServed() {
        for (String name : ExplorerHandler.NAMES) {
            Matcher imports = IMPORT.matcher(text(get("/_explorer/" + name)));
            while (imports.find()) {
                assertThat(ExplorerHandler.NAMES).as("imported by " + name).contains(imports.group(1));
            }
        }
    }

    @Test
    void noFileMakesMarkupOutOfText() {
        for (String name : ExplorerHandler.NAMES) {
            assertThat(text(get("/_explorer/" + name)))
                    .as(name)
                    .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(");
        }
    }
}
