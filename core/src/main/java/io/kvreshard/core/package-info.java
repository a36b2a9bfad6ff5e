/** What every contract shares: unsigned numbers, string order, hashes, limits, rejections. */
@NullMarked
package io.kvreshard.core;

import org.jspecify.annotations.NullMarked;
