package org.mayflydb.bench.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What a query for all of 10,000 items costs the server in text and in binary JSON, over TLS with the headers of the .NET and
 * Rust clients. The two alternate, so that other load on the machine affects both.
 */
@Command(name = "format-bench", description = "Measures a scan of 10,000 items in text and in binary JSON.")
public final class FormatBench implements Callable<Integer> {
    private static final String ITEMS = "dbs/bench/colls/bench/docs";
    private static final String QUERY = "{\"query\":\"SELECT * FROM c\"}";
    private static final String PAGE_ITEMS = "1000";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--rounds", description = "How often each is measured (default: 15).")
    private int rounds = 15;

    @Option(names = "--scans", description = "Scans of a round (default: 10).")
    private int scans = 10;

    @Option(names = "--warm-up", description = "Scans in each format before that (default: 200).")
    private int warmUp = 200;

    @Mixin
    private ServerOptions options = new ServerOptions();

    private FormatBench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new FormatBench()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        Path jar = options.findJar(out).orElse(null);
        if (jar == null) {
            return 2;
        }
        try (WorkDirectory directory = options.makeDirectory()) {
            LoadedServer loaded = new LoadedServer(jar, options.jvm(), directory.inner("data"));
            loaded.load();
            try (ServerProcess server = loaded.start()) {
                out.println(measure(server));
                out.flush();
            }
            return 0;
        }
    }

    private String measure(ServerProcess server) throws Exception {
        HttpClient client = client(server);
        long textBytes = 0;
        long binaryBytes = 0;
        for (int i = 0; i < warmUp; i++) {
            textBytes = scan(client, server, "JsonText");
            binaryBytes = scan(client, server, "JsonText,CosmosBinary");
        }
        double[] text = new double[rounds];
        double[] binary = new double[rounds];
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            text[i] = millis(client, server, "JsonText");
            binary[i] = millis(client, server, "JsonText,CosmosBinary");
            ratios[i] = binary[i] / text[i];
        }
        Arrays.sort(text);
        Arrays.sort(binary);
        Arrays.sort(ratios);
        return String.format(
                Locale.ROOT,
                "scan of %d items, processor time of the server: text %.1f ms (%d KB), binary %.1f ms (%d KB),"
                        + " ratio %.2f (%.2f-%.2f)",
                LoadedServer.ITEMS,
                text[rounds / 2],
                textBytes >> 10,
                binary[rounds / 2],
                binaryBytes >> 10,
                ratios[rounds / 2],
                ratios[rounds / 4],
                ratios[rounds * 3 / 4]);
    }

    private double millis(HttpClient client, ServerProcess server, String formats) throws Exception {
        long before = server.cpuNanos();
        for (int i = 0; i < scans; i++) {
            scan(client, server, formats);
        }
        return (server.cpuNanos() - before) / 1e6 / scans;
    }

    /** Reads all pages and returns their size. */
    private static long scan(HttpClient client, ServerProcess server, String formats)
            throws IOException, InterruptedException {
        long bytes = 0;
        String continuation = "";
        do {
            String date = SignedRequest.dateText(SystemTime.source().instant());
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            base(server, "https").resolve("/" + ITEMS))
                    .POST(HttpRequest.BodyPublishers.ofString(QUERY))
                    .header(
                            "authorization",
                            SignedRequest.authorization("POST", "docs", ITEMS.replace("/docs", ""), date))
                    .header("x-ms-date", date)
                    .header("x-ms-version", "2020-07-15")
                    .header("content-type", "application/query+json")
                    .header("x-ms-documentdb-isquery", "True")
                    .header("x-ms-documentdb-partitionkeyrangeid", "0")
                    .header("x-ms-max-item-count", PAGE_ITEMS)
                    .header("x-ms-cosmos-supported-serialization-formats", formats);
            if (!continuation.isEmpty()) {
                request.header("x-ms-continuation", continuation);
            }
            HttpResponse<byte[]> page = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            if (page.statusCode() != 200) {
                throw new IllegalStateException("a page was answered with " + page.statusCode());
            }
            bytes += page.body().length;
            continuation = page.headers().firstValue("x-ms-continuation").orElse("");
        } while (!continuation.isEmpty());
        return bytes;
    }

    private static URI base(ServerProcess server, String scheme) {
        return URI.create(scheme + "://localhost:" + server.port());
    }

    /** One that trusts the server's own certificate. */
    private static HttpClient client(ServerProcess server)
            throws IOException, InterruptedException, GeneralSecurityException {
        byte[] certificate = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(base(server, "http").resolve("/_mayfly/certificate"))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray())
                .body();
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "server",
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate)));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
    }
}
