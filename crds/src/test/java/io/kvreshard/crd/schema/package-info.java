@NullMarked
package io.kvreshard.crd.schema;

import org.jspecify.annotations.NullMarked;
