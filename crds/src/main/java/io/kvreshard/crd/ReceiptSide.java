package io.kvreshard.crd;

/** Who says so. */
public enum ReceiptSide {
  Source,
  Target
}
