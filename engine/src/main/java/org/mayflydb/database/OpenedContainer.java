package org.mayflydb.database;

import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;

/** An open container with the record that its items were last brought into line with. */
record OpenedContainer(ContainerRecord container, Items items) {}
