@NullMarked
package io.kvreshard.crd.probe;

import org.jspecify.annotations.NullMarked;
