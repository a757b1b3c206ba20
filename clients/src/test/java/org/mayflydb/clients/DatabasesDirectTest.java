package org.mayflydb.clients;

class DatabasesDirectTest extends DatabasesTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
