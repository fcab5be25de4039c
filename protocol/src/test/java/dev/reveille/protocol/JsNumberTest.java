package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsNumberTest {
  /** Left: a Java literal. Right: what String(x) gives in JavaScript. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "5, 5",
    "-5, -5",
    "0.5, 0.5",
    "1700000000000, 1700000000000",
    "1700000000000.25, 1700000000000.25",
    "100, 100",
    "1e20, 100000000000000000000",
    "123456789012345680000, 123456789012345680000",
    "1e21, 1e+21",
    "1.5e21, 1.5e+21",
    "-1e21, -1e+21",
    "1e-6, 0.000001",
    "1.5e-6, 0.0000015",
    "1e-7, 1e-7",
    "1.25e-7, 1.25e-7",
    "-1e-7, -1e-7",
    "0.1, 0.1",
    "0.30000000000000004, 0.30000000000000004",
    "9007199254740991, 9007199254740991",
    "9007199254740992, 9007199254740992",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "5e-324, 5e-324",
    "1e-322, 1e-322",
    "1.5e-323, 1.5e-323",
    "2e-323, 2e-323",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "123.456, 123.456",
    "2e-3, 0.002",
    "4.35, 4.35",
    "1e2, 100"
  })
  void prints_as_javascript_does(double value, String expected) {
    assertThat(JsNumber.text(value)).isEqualTo(expected);
  }

  @Test
  void reads_back_as_the_same_number() {
    Property.holds(
        20_000,
        gen -> {
          double value = gen.anyDouble();
          if (Double.isNaN(value) || Double.isInfinite(value)) {
            assertThat(JsNumber.text(value)).isEqualTo("null");
          } else {
            assertThat(Double.parseDouble(JsNumber.text(value))).isEqualTo(value == 0 ? 0 : value);
          }
        });
  }
}
