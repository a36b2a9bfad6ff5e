/** A real API server for tests, also of other modules. */
@NullMarked
package io.kvreshard.crd.testing;

import org.jspecify.annotations.NullMarked;
