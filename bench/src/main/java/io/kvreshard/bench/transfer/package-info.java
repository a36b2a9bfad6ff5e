/**
 * {@code kvreshard bench transfer}: what moving bytes costs, as ratios to what the same machine
 * does at the same time with the same bytes and nothing to compute.
 */
@NullMarked
package io.kvreshard.bench.transfer;

import org.jspecify.annotations.NullMarked;
