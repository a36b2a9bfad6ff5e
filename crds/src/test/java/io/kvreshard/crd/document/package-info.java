@NullMarked
package io.kvreshard.crd.document;

import org.jspecify.annotations.NullMarked;
