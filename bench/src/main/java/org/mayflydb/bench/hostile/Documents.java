package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import org.mayflydb.bench.server.DirectClient;
import org.mayflydb.bench.server.DirectMessages;
import org.mayflydb.bench.server.PlainClient;
import org.mayflydb.bench.server.SignedRequest;

/** The items of a container, over one connection of either protocol. */
interface Documents extends AutoCloseable {

    /**
     * Sends a request and waits for its response.
     *
     * @param id of an item; empty for the list
     * @param headers as over HTTP
     */
    PlainClient.Answer ask(String verb, String id, Map<String, String> headers, String body) throws IOException;

    @Override
    void close() throws IOException;

    static Documents http(int port, String list, InstantSource clock) throws IOException {
        PlainClient connection = PlainClient.connect(port);
        return new Documents() {
            @Override
            public PlainClient.Answer ask(String verb, String id, Map<String, String> headers, String body)
                    throws IOException {
                String path = id.isEmpty() ? list : list + "/" + id;
                return connection.ask(SignedRequest.of(verb, path, headers, body, clock.instant()));
            }

            @Override
            public void close() throws IOException {
                connection.close();
            }
        };
    }

    static Documents direct(int port, String list, String replicaPath, InstantSource clock) throws IOException {
        DirectClient connection = DirectClient.connect(port);
        return new Documents() {
            @Override
            public PlainClient.Answer ask(String verb, String id, Map<String, String> headers, String body)
                    throws IOException {
                connection.send(DirectMessages.request(verb, list, id, headers, body, replicaPath, clock.instant()));
                return connection.receive();
            }

            @Override
            public void close() throws IOException {
                connection.close();
            }
        };
    }
}
