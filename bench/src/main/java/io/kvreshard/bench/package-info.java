/** Figures with bounds that must hold, and how they are measured. */
@NullMarked
package io.kvreshard.bench;

import org.jspecify.annotations.NullMarked;
