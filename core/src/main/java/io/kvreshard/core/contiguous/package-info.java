/**
 * Upstream's runtime bindings: one contiguous buffer for each layer and component (CONTRACT §4.8,
 * §6), and their way into resolved bindings (§7).
 */
@NullMarked
package io.kvreshard.core.contiguous;

import org.jspecify.annotations.NullMarked;
