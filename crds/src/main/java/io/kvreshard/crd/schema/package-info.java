/** What the CRDs' schemas say beyond a field's type. */
@NullMarked
package io.kvreshard.crd.schema;

import org.jspecify.annotations.NullMarked;
