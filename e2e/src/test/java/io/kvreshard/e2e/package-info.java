/**
 * The product as its users meet it: charts, kubectl, a cluster; and the rules that all modules
 * keep.
 */
@NullMarked
package io.kvreshard.e2e;

import org.jspecify.annotations.NullMarked;
