package io.kvreshard.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.testing.Cli;
import io.kvreshard.cli.testing.Wires;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WireKindTest {
  @ParameterizedTest
  @EnumSource
  void aDocumentIsRecognisedAndHasItsFields(WireKind kind) {
    var text = Wires.text(kind);
    assertThat(TopFields.of(text).keySet()).isEqualTo(kind.fields());
    assertThat(WireKind.guess(text)).contains(kind);
    assertThat(WireTexts.isWire(text)).isTrue();
    assertThat(WireText.read(Optional.of(kind), text, Profile.PRODUCTION, Wires.known()))
        .isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aMistypedFieldDoesNotHideIt(WireKind kind) {
    for (var field : kind.fields()) {
      var text =
          Cli.change(Wires.text(kind), "\"%s\":".formatted(field), "\"x_%s\":".formatted(field));
      assertThat(WireKind.guess(text)).as(field).contains(kind);
    }
  }
}
