package org.mayflydb.clients;

class QueriesDirectTest extends QueriesTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
