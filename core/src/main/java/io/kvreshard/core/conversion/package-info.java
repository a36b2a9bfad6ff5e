/**
 * Between upstream's resolved bindings and our paged ones (DESIGN §3, "Paged binding"): the same
 * bytes, said in ranges or in page tables.
 */
@NullMarked
package io.kvreshard.core.conversion;

import org.jspecify.annotations.NullMarked;
