/**
 * Judges conformance cases: right answers for every document kind of the contract, in the format of
 * {@code core/src/test/resources/conformance/README.md}. Pure: whoever has a case file parses its
 * lines and hands them in.
 */
@NullMarked
package io.kvreshard.core.conformance;

import org.jspecify.annotations.NullMarked;
