/**
 * The wire documents: placement, snapshot, logical plan, receipts (CONTRACT §4). An object exists
 * only if it is valid.
 */
@NullMarked
package io.kvreshard.core.contract;

import org.jspecify.annotations.NullMarked;
