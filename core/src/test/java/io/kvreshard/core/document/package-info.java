/** Documents without the product's code: their identities, and what becomes of broken ones. */
@NullMarked
package io.kvreshard.core.document;

import org.jspecify.annotations.NullMarked;
