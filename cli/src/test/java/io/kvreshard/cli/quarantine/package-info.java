@NullMarked
package io.kvreshard.cli.quarantine;

import org.jspecify.annotations.NullMarked;
