package org.mayflydb.clients;

class ItemsDirectTest extends ItemsContract {
    ItemsDirectTest() {
        super(Scheme.DIRECT);
    }
}
