@NullMarked
package io.kvreshard.cli.demo;

import org.jspecify.annotations.NullMarked;
