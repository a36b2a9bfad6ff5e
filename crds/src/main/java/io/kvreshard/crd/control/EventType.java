package io.kvreshard.crd.control;

/** Whether an event asks for attention. */
public enum EventType {
  Normal,
  Warning
}
