package org.mayflydb.clients;

class HierarchicalQueriesDirectTest extends HierarchicalQueriesTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
