package org.mayflydb.clients;

class QueryCasesDirectTest extends QueryCasesTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
