@NullMarked
package io.kvreshard.crd.telemetry;

import org.jspecify.annotations.NullMarked;
