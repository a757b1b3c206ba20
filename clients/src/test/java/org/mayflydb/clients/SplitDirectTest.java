package org.mayflydb.clients;

class SplitDirectTest extends SplitTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
