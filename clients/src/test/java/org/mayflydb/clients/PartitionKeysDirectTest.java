package org.mayflydb.clients;

class PartitionKeysDirectTest extends PartitionKeysTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
