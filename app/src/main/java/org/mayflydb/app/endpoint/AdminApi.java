package org.mayflydb.app.endpoint;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.protocol.WireHeaders;

/** The admin API of this server, which wants to see the key itself. */
public final class AdminApi {
    private static final List<String> ALIVE = List.of("alive");
    private static final String ALIVE_TEXT = "alive\n";
    private static final String ROOT = "_mayfly";

    private final Endpoint endpoint;
    private boolean recognized;

    public AdminApi(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Asks about the server; {@code name} is what follows {@code /_mayfly/}. */
    public JsonObject show(String name) {
        return show(List.of(name), Map.of());
    }

    /** Asks about the server; {@code path} follows {@code /_mayfly/}. */
    public JsonObject show(List<String> path, Map<String, String> parameters) {
        List<String> whole = new ArrayList<>(path);
        whole.add(0, ROOT);
        return send(ApiCall.get(whole), parameters);
    }

    /** Has the server do something. */
    public JsonObject run(String name, JsonObject parameters) {
        return send(ApiCall.post(List.of(ROOT, name), parameters), Map.of());
    }

    /** Asks about one container. */
    public JsonObject show(ContainerAddress address, String name, Map<String, String> parameters) {
        return send(ApiCall.get(path(address, name)), parameters);
    }

    /** Has the server do something with one container. */
    public JsonObject run(ContainerAddress address, String name, JsonObject parameters) {
        return send(ApiCall.post(path(address, name), parameters), Map.of());
    }

    private static List<String> path(ContainerAddress address, String name) {
        return List.of(ROOT, "databases", address.database(), "containers", address.container(), name);
    }

    private JsonObject send(ApiCall call, Map<String, String> parameters) {
        recognize();
        String target = Endpoint.encoded(call.path())
                + parameters.entrySet().stream()
                        .map(parameter -> parameter.getKey() + "=" + Endpoint.encoded(parameter.getValue()))
                        .collect(Collectors.joining("&", parameters.isEmpty() ? "" : "?", ""));
        HttpRequest request = endpoint.request(call, target)
                .header(
                        WireHeaders.AUTHORIZATION,
                        "Bearer " + endpoint.connection().key())
                .build();
        Answer answer = endpoint.exchange(request, call);
        if (!answer.isSuccess()) {
            throw EndpointException.of(call, answer);
        }
        return answer.json();
    }

    /** The key is shown to nobody before they have said that they are Mayfly. */
    private void recognize() {
        if (recognized) {
            return;
        }
        if (endpoint.connection().isInTheClear()) {
            throw new BadRequestException("The admin API needs the key itself, which is not sent to another machine"
                    + " unencrypted: use https.");
        }
        ApiCall call = ApiCall.get(ALIVE);
        Answer answer = endpoint.exchange(
                endpoint.request(call, Endpoint.encoded(call.path())).build(), call);
        if (!answer.isSuccess() || !new String(answer.body(), StandardCharsets.UTF_8).equals(ALIVE_TEXT)) {
            throw EndpointException.failed(
                    "This needs a Mayfly server, which " + endpoint.connection() + " is not.", null);
        }
        recognized = true;
    }
}
