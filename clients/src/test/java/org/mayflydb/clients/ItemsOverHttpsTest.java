package org.mayflydb.clients;

class ItemsOverHttpsTest extends ItemsContract {
    ItemsOverHttpsTest() {
        super(Scheme.HTTPS);
    }
}
