package io.kvreshard.core.resolved;

import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;

/**
 * Memory that is registered with the transfer engine of an endpoint (CONTRACT §4.10). The
 * registration must outlive all native work on it.
 *
 * @param id unique in the binding
 * @param endpoint where peers reach the memory
 * @param address virtual address in the process of the endpoint, u64, at least 1
 * @param nbytes size, at least 1; the end is at most 2^64−1
 */
public record RegisteredRegion(String id, String endpoint, long address, long nbytes) {
  private static final FieldSet FIELDS = FieldSet.of("address", "endpoint", "nbytes", "region_id");

  public RegisteredRegion {
    Check.notEmpty("/region_id", id);
    Check.notEmpty("/endpoint", endpoint);
    Check.positive("/address", address);
    Check.positive("/nbytes", nbytes);
    Check.inside("/address", address, nbytes, U64.MAX, "2^64-1");
  }

  static RegisteredRegion read(JsonReader in) {
    String id = "";
    String endpoint = "";
    long address = 0;
    long nbytes = 0;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "address" -> address = in.u64();
        case "endpoint" -> endpoint = in.string();
        case "nbytes" -> nbytes = in.u64();
        case "region_id" -> id = in.string();
        default -> throw in.unhandled(field);
      }
    }
    return new RegisteredRegion(id, endpoint, address, nbytes);
  }

  void write(CanonicalJson json) {
    json.beginObject();
    json.name("address").u64(address);
    json.name("endpoint").string(endpoint);
    json.name("nbytes").u64(nbytes);
    json.name("region_id").string(id);
    json.endObject();
  }
}
