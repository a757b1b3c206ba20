package org.mayflydb.clients;

class ItemsOverHttpTest extends ItemsContract {
    ItemsOverHttpTest() {
        super(Scheme.HTTP);
    }
}
