package org.mayflydb.junit;

/**
 * Where a client finds the database of a test. It is reached over plain HTTP, so nobody has to trust a certificate.
 *
 * @param url of the account, for example {@code http://localhost:40123/}
 * @param key the account's, which is the same well-known one for every test
 * @param database the id of the database that was made for the test
 */
public record MayflyEndpoint(String url, String key, String database) {
    /** Both in one, as the service's portal shows them. */
    public String connectionString() {
        return "AccountEndpoint=" + url + ";AccountKey=" + key + ";";
    }
}
