@NullMarked
package io.kvreshard.crd;

import org.jspecify.annotations.NullMarked;
