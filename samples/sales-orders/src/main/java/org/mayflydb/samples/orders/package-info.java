/**
 * Sales orders in a container: an application as many have one, small enough to be read in a minute.
 *
 * <p>A {@link org.mayflydb.samples.orders.SalesOrder} is kept for ninety days after it was last written, unless it says
 * otherwise; the database removes it, and nothing in {@link org.mayflydb.samples.orders.SalesOrders} deletes. The classes know only
 * the service's client, so they work with the service as they do with Mayfly. The tests tell the story.
 */
@NullMarked
package org.mayflydb.samples.orders;

import org.jspecify.annotations.NullMarked;
