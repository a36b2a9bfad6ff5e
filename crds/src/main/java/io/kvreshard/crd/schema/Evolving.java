package io.kvreshard.crd.schema;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Part of a custom resource. Fields that a newer release has written, and this one does not know,
 * are ignored in reading: releases one minor version apart work together. Against a person's typing
 * errors stands the API server, which knows the schema.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@JacksonAnnotationsInside
@JsonIgnoreProperties(ignoreUnknown = true)
public @interface Evolving {}
