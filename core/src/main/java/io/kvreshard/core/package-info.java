@NullMarked
package io.kvreshard.core;

import org.jspecify.annotations.NullMarked;
