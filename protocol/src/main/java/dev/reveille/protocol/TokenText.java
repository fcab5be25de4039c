package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The text of a token: {@code rvl_<id>_<secret><checksum>}.
 *
 * <p>The id names the token in lists and logs and is no secret. The secret has 32 characters, 160
 * random bits. The checksum shows a mistyped token without a look at the store. Its form is fixed,
 * so that a program can find tokens in texts and remove them.
 *
 * @param id 10 characters
 * @param secret 32 characters
 */
public record TokenText(String id, String secret) {
  /** Every token begins with it. */
  public static final String PREFIX = "rvl_";

  /** The characters of id, secret and checksum, 5 bits each. None looks like another one. */
  static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz023456789";

  public static final int ID_LENGTH = 10;
  public static final int SECRET_LENGTH = 32;
  private static final int CHECKSUM_LENGTH = 6;
  private static final String CHARACTER = "[a-z0-9]";

  /** The form of every token. Matches in time proportional to the text. */
  public static final String REGEX =
      PREFIX
          + CHARACTER
          + "{"
          + ID_LENGTH
          + "}_"
          + CHARACTER
          + "{"
          + (SECRET_LENGTH + CHECKSUM_LENGTH)
          + "}";

  private static final Pattern FORM = Pattern.compile(REGEX);

  public TokenText {
    if (!isMadeOf(id, ID_LENGTH) || !isMadeOf(secret, SECRET_LENGTH)) {
      throw new IllegalArgumentException("not the parts of a token");
    }
  }

  /** Returns the token of random bytes: one for each character of the id and the secret. */
  public static TokenText of(byte[] random) {
    if (random.length != ID_LENGTH + SECRET_LENGTH) {
      throw new IllegalArgumentException(random.length + " bytes");
    }
    var text = new StringBuilder();
    for (byte each : random) text.append(ALPHABET.charAt(each & 31));
    return new TokenText(text.substring(0, ID_LENGTH), text.substring(ID_LENGTH));
  }

  /** Returns the parts of a token; empty if the text is none or its checksum is wrong. */
  public static Optional<TokenText> parse(String text) {
    if (text.length() > 100 || !FORM.matcher(text).matches()) return Optional.empty();
    var id = text.substring(PREFIX.length(), PREFIX.length() + ID_LENGTH);
    int from = PREFIX.length() + ID_LENGTH + 1;
    var secret = text.substring(from, from + SECRET_LENGTH);
    if (!isMadeOf(id, ID_LENGTH) || !isMadeOf(secret, SECRET_LENGTH)) return Optional.empty();
    var token = new TokenText(id, secret);
    return token.full().equals(text) ? Optional.of(token) : Optional.empty();
  }

  /** True if the text has the form of a token's id. */
  public static boolean isId(String text) {
    return isMadeOf(text, ID_LENGTH);
  }

  /** True if the text contains something with the form of a token, whether it is valid or not. */
  public static boolean isIn(String text) {
    return text.contains(PREFIX) && FORM.matcher(text).find();
  }

  /** Returns the text with every token replaced by a mark. */
  public static String redact(String text) {
    return text.contains(PREFIX)
        ? FORM.matcher(text).replaceAll("[REDACTED:reveille_token]")
        : text;
  }

  /** Returns the whole token. Keep it out of logs. */
  public String full() {
    return PREFIX + id + "_" + secret + checksum();
  }

  /**
   * Returns what is stored of the token. The secret has 160 random bits, so nobody can find it by
   * trying, and a fast checksum is enough.
   */
  public byte[] hash() {
    return sha256("reveille token\n" + id + "\n" + secret);
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return PREFIX + id + "_…";
  }

  private String checksum() {
    var sum = sha256("reveille token checksum\n" + id + "\n" + secret);
    var text = new StringBuilder();
    for (int i = 0; i < CHECKSUM_LENGTH; i++) text.append(ALPHABET.charAt(sum[i] & 31));
    return text.toString();
  }

  private static boolean isMadeOf(String text, int length) {
    return text.length() == length && text.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
