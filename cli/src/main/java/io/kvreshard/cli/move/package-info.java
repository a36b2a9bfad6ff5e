/**
 * The moves that jobs in files ask for, planned as the operator does: same documents, same checks,
 * same digest.
 */
@NullMarked
package io.kvreshard.cli.move;

import org.jspecify.annotations.NullMarked;
