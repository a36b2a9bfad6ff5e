/** {@code kvreshard conformance}: case files against the product's own code. */
@NullMarked
package io.kvreshard.cli.conformance;

import org.jspecify.annotations.NullMarked;
