@NullMarked
package io.kvreshard.cli.conformance;

import org.jspecify.annotations.NullMarked;
