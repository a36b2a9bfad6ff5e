/**
 * What people hand to the commands: files, the YAML in them, and the objects of kvreshard among its
 * documents. Everything that is wrong is a {@link io.kvreshard.core.Rejection} with a place.
 */
@NullMarked
package io.kvreshard.cli.input;

import org.jspecify.annotations.NullMarked;
