package io.kvreshard.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.bench.Measurement;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class CurveSvgTest {
  private static final Curve CURVE =
      new Curve(
          List.of(
              new Curve.Point(32_256, new Measurement(6e6, 0)),
              new Curve.Point(1_032_192, new Measurement(180e6, 0))));

  @Test
  void marksEveryPoint() throws Exception {
    var svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(CurveSvg.draw(CURVE))));
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(2);
    assertThat(CurveSvg.draw(CURVE)).contains("6.0 ms", "180.0 ms", "1,000,000");
  }

  @Test
  void axesAreLogarithmic() {
    LogAxis axis = new LogAxis(10, 1000, 0, 200);
    assertThat(axis.at(10)).isZero();
    assertThat(axis.at(100)).isEqualTo(100);
    assertThat(axis.at(1000)).isEqualTo(200);
    assertThat(axis.ticks()).containsExactly(10.0, 30.0, 100.0, 300.0, 1000.0);
  }
}
