@NullMarked
package io.kvreshard.crd.control;

import org.jspecify.annotations.NullMarked;
