package org.mayflydb.clients;

class EncryptedContainersDirectTest extends EncryptedContainersTest {
    @Override
    Scheme scheme() {
        return Scheme.DIRECT;
    }
}
