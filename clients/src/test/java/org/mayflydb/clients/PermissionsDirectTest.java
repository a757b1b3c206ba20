package org.mayflydb.clients;

class PermissionsDirectTest extends PermissionsTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
