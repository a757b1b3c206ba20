/**
 * The servers that share a store, as one another's clients. A {@link Cluster} listens on a port of its own, for other servers alone,
 * and passes requests on to them. Each server publishes in its node record where it is reached, and the fingerprint of the certificate
 * that it shows there, so nobody can stand in for it. Whoever connects proves to know the cluster's secret.
 */
@NullMarked
package org.mayflydb.server.cluster;

import org.jspecify.annotations.NullMarked;
