@NullMarked
package io.kvreshard.core.job;

import org.jspecify.annotations.NullMarked;
