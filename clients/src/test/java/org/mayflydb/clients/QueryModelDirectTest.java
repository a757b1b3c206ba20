package org.mayflydb.clients;

class QueryModelDirectTest extends QueryModelTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
