package dev.reveille.protocol;

import java.math.BigDecimal;
import java.math.MathContext;

/** Prints numbers as JavaScript does: {@code 5}, {@code 0.5}, {@code 1e+21}, never {@code 5.0}. */
public final class JsNumber {
  private JsNumber() {}

  public static String text(double value) {
    if (value == 0) return "0";
    if (Double.isNaN(value) || Double.isInfinite(value)) return "null";
    var decimal = shortest(Math.abs(value));
    var digits = decimal.unscaledValue().toString();
    int point = digits.length() - decimal.scale();
    return (value < 0 ? "-" : "") + place(digits, point);
  }

  /**
   * Returns the fewest digits that read back as the same double. {@link Double#toString} gives
   * them, but never fewer than two. This matters for numbers near the smallest (4.9E-324 for
   * 5e-324).
   */
  private static BigDecimal shortest(double value) {
    var decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    if (decimal.precision() != 2) return decimal;
    var single = decimal.round(new MathContext(1)).stripTrailingZeros();
    return single.doubleValue() == value ? single : decimal;
  }

  private static String place(String digits, int point) {
    int count = digits.length();
    if (count <= point && point <= 21) return digits + "0".repeat(point - count);
    if (0 < point && point <= 21) return digits.substring(0, point) + "." + digits.substring(point);
    if (-6 < point && point <= 0) return "0." + "0".repeat(-point) + digits;
    int exponent = point - 1;
    var mantissa = count == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    return mantissa + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
  }
}
