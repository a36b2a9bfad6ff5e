/** What operator and agents both tell of themselves to those who run them. */
@NullMarked
package io.kvreshard.crd.telemetry;

import org.jspecify.annotations.NullMarked;
