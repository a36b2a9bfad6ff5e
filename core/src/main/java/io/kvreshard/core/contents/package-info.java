/**
 * What belongs to a snapshot besides its pages, as far as it concerns who moves it: opaque bytes
 * with a length and a digest (DESIGN §4).
 */
@NullMarked
package io.kvreshard.core.contents;

import org.jspecify.annotations.NullMarked;
