/** A cluster with the product on it, and the programs that people use on it. */
@NullMarked
package io.kvreshard.e2e.cluster;

import org.jspecify.annotations.NullMarked;
