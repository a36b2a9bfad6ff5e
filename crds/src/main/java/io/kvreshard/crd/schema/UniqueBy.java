package io.kvreshard.crd.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A list whose items are told apart by one field: {@code x-kubernetes-list-type: map}. The API
 * server refuses two items of one key, in time linear in the list.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface UniqueBy {
  /** The field's name. */
  String value();
}
