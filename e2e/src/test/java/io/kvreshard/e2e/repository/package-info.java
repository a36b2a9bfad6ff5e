/** The project's own files, as far as rules hold for them. */
@NullMarked
package io.kvreshard.e2e.repository;

import org.jspecify.annotations.NullMarked;
