/**
 * Upstream's resolved bindings: ranges of tokens and heads in registered memory, with addresses
 * (CONTRACT §4.10, §4.11, §7).
 */
@NullMarked
package io.kvreshard.core.resolved;

import org.jspecify.annotations.NullMarked;
