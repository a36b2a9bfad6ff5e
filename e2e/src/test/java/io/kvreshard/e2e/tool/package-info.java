/** Programs that tests run inside the cluster, from single class files. */
@NullMarked
package io.kvreshard.e2e.tool;

import org.jspecify.annotations.NullMarked;
