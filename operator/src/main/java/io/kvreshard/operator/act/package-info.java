/** Carries out the decisions of core, idempotently and only upon what was observed. */
@NullMarked
package io.kvreshard.operator.act;

import org.jspecify.annotations.NullMarked;
