/**
 * System calls of Linux that Java does not have, through {@code java.lang.foreign}: memory without
 * a name, and sockets that pass descriptors. Start the JVM with {@code
 * --enable-native-access=ALL-UNNAMED}. A call pins a virtual thread for as long as it waits.
 */
@NullMarked
package io.kvreshard.posix;

import org.jspecify.annotations.NullMarked;
