package org.mayflydb.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.partition.PartitionSpec;

/** The catalog as the rules of ownership use it. */
public interface SharedCatalog {

    /** Reads the catalog from the store, never from a copy. */
    CatalogView read();

    /**
     * Has the owner of the system partition change the catalog.
     *
     * @return true if the catalog is known to be changed
     */
    boolean change(CatalogEdit edit);

    /** A partition that the newest catalog that was read names; null if it names none with this number. */
    @Nullable
    PartitionSpec spec(int partition);

    /** Partitions that no container uses and that may still be stored. */
    List<Integer> unused();

    /** Puts the catalog that was read last in force: containers that have changed switch, and those that are gone are closed. */
    void apply();
}
