package org.mayflydb.clients;

class ListsDirectTest extends ListsTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
