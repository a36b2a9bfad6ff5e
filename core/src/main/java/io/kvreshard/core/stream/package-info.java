/**
 * The dense stream between one writer and the targets of one node (DESIGN §6, "Stream"), and its
 * lazy lowering to runs of a participant's memory.
 */
@NullMarked
package io.kvreshard.core.stream;

import org.jspecify.annotations.NullMarked;
