@NullMarked
package io.kvreshard.cli.resource;

import org.jspecify.annotations.NullMarked;
