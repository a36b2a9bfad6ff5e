/**
 * Where one participant's part of a snapshot lies in its memory: page tables, windows and strided
 * tensors, validated once and addressed by digest (DESIGN §3, "Paged binding").
 */
@NullMarked
package io.kvreshard.core.paged;

import org.jspecify.annotations.NullMarked;
