package org.mayflydb.clients;

class ThroughputDirectTest extends ThroughputTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
