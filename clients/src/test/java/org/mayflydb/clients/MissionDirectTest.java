package org.mayflydb.clients;

class MissionDirectTest extends MissionTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
