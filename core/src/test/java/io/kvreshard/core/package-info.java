/** Tests of numbers, orders and hashes. */
@NullMarked
package io.kvreshard.core;

import org.jspecify.annotations.NullMarked;
