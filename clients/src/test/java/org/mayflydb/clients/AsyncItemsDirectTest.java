package org.mayflydb.clients;

class AsyncItemsDirectTest extends AsyncItemsTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
