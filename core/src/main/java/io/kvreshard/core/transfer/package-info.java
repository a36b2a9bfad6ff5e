/**
 * Identity of operations and the digests that bind their documents together (DESIGN §3, CONTRACT
 * §4.12).
 */
@NullMarked
package io.kvreshard.core.transfer;

import org.jspecify.annotations.NullMarked;
