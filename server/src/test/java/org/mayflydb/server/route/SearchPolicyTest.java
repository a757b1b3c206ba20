package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Vector and full-text policies are refused with the service's messages; quotation marks are single ones here. */
class SearchPolicyTest {
    private static final String EMBEDDING =
            "{'path':'/v','dataType':'float32','dimensions':256,'distanceFunction':'cosine'}";

    private final Client client = new Client();

    @BeforeEach
    void createDatabase() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static String container(String policies) {
        return ("{'id':'c','partitionKey':{'paths':['/id'],'kind':'Hash','version':2}," + policies + "}")
                .replace('\'', '"');
    }

    private static String vectors(String embeddings, String indexes) {
        return "'vectorEmbeddingPolicy':{'vectorEmbeddings':[" + embeddings + "]},'indexingPolicy':{'vectorIndexes':["
                + indexes + "]}";
    }

    private String refusal(String policies) {
        return client.post("/dbs/db/colls", container(policies)).expect(400).text();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'path':'/v','dataType':'float33'} | The Vector Embedding Policy has an invalid DataType:float33",
                "{'path':'/v','dimensions':8000} | Policy has Dimensions:8000 which is more than the maximum supported value",
                "{'path':'/v','dimensions':-1} | The Vector Embedding Policy has Dimensions:-1",
                "{'path':'/v','dimensions':0} | The Vector Embedding Policy has Dimensions:0",
                "{'path':'/v','distanceFunction':'guess'} | The Vector Embedding Policy has an invalid DistanceFunction:guess",
                "{'path':'/v'},{'path':'/v'} | Duplicate Path :/v found in Vector Embedding Policy.",
                "{'path':'/v/*'} | The Vector Embedding Policy has an invalid Path:/v/*",
                "{'path':'/v','embeddingSource':{}} | 'embeddingSource' is not supported."
            })
    void aWrongEmbeddingIsRefused(String embeddings, String message) {
        assertThat(refusal(vectors(embeddings, ""))).contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'path':'/w','type':'flat' | The Vector Indexing Policy's path::/w not matching in Embedding's path.",
                "'path':'/v','type':'notFlat' | Index Type::notFlat is invalid",
                "'path':'/v','type':'flat'},{'path':'/v','type':'diskANN' | Duplicate Path :/v found in Vector Indexing Policy.",
                "'path':'/v','type':'diskANN','quantizationByteSize':0 | The Vector Indexing Policy parameter "
                        + "QuantizationByteSize value :: 0 is out of range. The allowed range is between 1 and 256.",
                "'path':'/v','type':'diskANN','quantizationByteSize':'x' | QuantizationByteSize value :: \\\\\\\"x",
                "'path':'/v','type':'diskANN','quantizationByteSize':257 | QuantizationByteSize value :: 257 is out of range.",
                "'path':'/v','type':'diskANN','indexingSearchListSize':5 | IndexingSearchListSize value :: 5 is out of "
                        + "range. The allowed range is between 25 and 500.",
                "'path':'/v','type':'diskANN','vectorIndexShardKey':['city'] | The Vector Indexing Policy has an invalid "
                        + "Shard Path: city.",
                "'path':'/v','type':'diskANN','vectorIndexShardKeys':['/a','/b','/c'] | The number of shard paths defined "
                        + "in the Vector Indexing Policy: 3 exceeds the maximum: 1.",
                "'path':'/v','type':'diskANN','vectorIndexShardKey':'/city' | One of the specified inputs is invalid"
            })
    void aWrongVectorIndexIsRefused(String index, String message) {
        assertThat(refusal(vectors(EMBEDDING, "{" + index + "}"))).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"vectorIndexShardKey", "vectorIndexShardKeys"})
    void shardKeysAreGivenBackUnderTheNameTheyWereSentWith(String name) {
        String index = "{'path':'/v','type':'diskANN','quantizerType':'product','quantizationByteSize':8,'" + name
                + "':['/country/city'],'indexingSearchListSize':50}";
        client.post("/dbs/db/colls", container(vectors(EMBEDDING, index))).expect(201);
        assertThat(client.get("/dbs/db/colls/c").expect(200).text()).contains(index.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'defaultLanguage':'xx-YY' | unsupported language xx-YY. Supported languages are: \\\\\\\"en-US\\\\\\\"",
                "'defaultLanguage':'fr-FR' | The Full Text Policy contains an unsupported language fr-FR.",
                "'defaultLanguage':'en-us' | The Full Text Policy contains an unsupported language en-us.",
                "'defaultLanguage':'' | The Full Text Policy contains an unsupported language .",
                "'fullTextPaths':[{'path':'/t','language':'spa-SPA'}] | unsupported language spa-SPA.",
                "'fullTextPaths':[{'path':'t','language':'en-US'}] | The Full Text Policy contains an invalid Path: t",
                "'fullTextPaths':[{'path':'/t','addStopWords':['x']}] | 'addStopWords' in"
            })
    void aWrongFullTextPolicyIsRefused(String policy, String message) {
        assertThat(refusal("'fullTextPolicy':{" + policy + "}")).contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'path':'/u' | The path of the Full Text Index /u does not match the path specified in the Full Text Policy",
                "'path':'/t/*' | Full-text index specification at index (0) contains invalid path",
                "'path':'t' | Full-text index specification at index (0) contains invalid path",
                "'not_path':'/t' | Missing path in full-text index specification at index (0)"
            })
    void aWrongFullTextIndexIsRefused(String index, String message) {
        assertThat(refusal("'fullTextPolicy':{'fullTextPaths':[{'path':'/t'}]},"
                        + "'indexingPolicy':{'fullTextIndexes':[{" + index + "}]}"))
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'fullTextPolicy':{'defaultLanguage':'en-US'}",
                "'fullTextPolicy':{'fullTextPaths':[{'path':'/t'}]}",
                "'fullTextPolicy':{'defaultLanguage':'en-US','fullTextPaths':[{'path':'/a/t','language':'1033'}]},"
                        + "'indexingPolicy':{'fullTextIndexes':[{'path':'/a/t'}]}"
            })
    void englishIsAccepted(String policies) {
        client.post("/dbs/db/colls", container(policies)).expect(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'path':'/v','dimensions':128 | 'path':'/v','type':'flat' | Paths in existing embedding policy cannot be "
                        + "modified in Collection Replace",
                "'path':'/v','dimensions':256 | 'path':'/v','type':'diskANN' | Paths in existing vector indexing policy "
                        + "cannot be modified in Collection Replace"
            })
    void whatIsSaidAboutAnExistingVectorCannotBeChanged(String embedding, String index, String message) {
        create("{'path':'/v','dimensions':256}", "{'path':'/v','type':'flat'}");
        assertThat(replace("{" + embedding + "}", "{" + index + "}").expect(400).text())
                .contains(message);
    }

    @Test
    void otherVectorsCanBeAddedAndRemoved() {
        create("{'path':'/v'}", "{'path':'/v','type':'flat'}");
        replace("{'path':'/v'},{'path':'/w'}", "{'path':'/w','type':'diskANN'}").expect(200);
        replace("{'path':'/w'}", "").expect(200);
    }

    private void create(String embeddings, String indexes) {
        client.post("/dbs/db/colls", container(vectors(embeddings, indexes))).expect(201);
    }

    private Client.Answer replace(String embeddings, String indexes) {
        return client.send(Verb.PUT, "/dbs/db/colls/c", container(vectors(embeddings, indexes)), Map.of());
    }
}
