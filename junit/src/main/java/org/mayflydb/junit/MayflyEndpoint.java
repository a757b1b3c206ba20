package org.mayflydb.junit;

/**
 * Where a client finds the database of a test.
 *
 * @param url of the account, for example {@code http://localhost:40123/}, or {@code https} with {@link MayflyTest#tls}
 * @param key the account's, which is the same well-known one for every test
 * @param database the id of the database that was made for the test
 */
public record MayflyEndpoint(String url, String key, String database) {
    /** URL and key in one, as the Azure portal shows them. */
    public String connectionString() {
        return "AccountEndpoint=" + url + ";AccountKey=" + key + ";";
    }
}
