package dev.reveille.server.limits;

import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one feature: its keys in {@code reference.conf}, the environment variables that
 * set them, the ranges of its numbers, and the object that it reads from them.
 */
public final class FeatureSettings<S> {
  /** The number of milliseconds of a year. */
  public static final long YEAR_MILLIS = 365L * 86_400_000;

  /**
   * A key and its variable.
   *
   * @param range null if it is no number
   */
  public record Key(String key, String variable, @Nullable Range range) {}

  /** The least and the most that a number may be. */
  public record Range(long least, long most) {}

  private final List<Key> keys;
  private final Function<Config, S> reader;
  private final Function<S, Map<String, String>> secrets;

  private FeatureSettings(
      List<Key> keys, Function<Config, S> reader, Function<S, Map<String, String>> secrets) {
    this.keys = List.copyOf(keys);
    this.reader = reader;
    this.secrets = secrets;
  }

  /**
   * Makes settings without keys.
   *
   * @param reader gets the {@code reveille} section, with numbers that are within their ranges. It
   *     throws {@code ConfigException} for a bad value
   */
  public static <S> FeatureSettings<S> of(Function<Config, S> reader) {
    return new FeatureSettings<>(List.of(), reader, _ -> Map.of());
  }

  /** Returns these settings with a whole number. */
  public FeatureSettings<S> number(String key, String variable, long least, long most) {
    return with(new Key(key, variable, new Range(least, most)));
  }

  /** Returns these settings with a text or a switch. */
  public FeatureSettings<S> word(String key, String variable) {
    return with(new Key(key, variable, null));
  }

  /** Returns the settings as the keys and their values say. */
  S read(Config config) {
    return reader.apply(config);
  }

  public List<Key> keys() {
    return keys;
  }

  /** Returns what must not pass through the chat, by a name. */
  public Map<String, String> secrets(S settings) {
    return secrets.apply(settings);
  }

  /** Returns these settings with the secrets that they hold. */
  public FeatureSettings<S> withSecrets(Function<S, Map<String, String>> found) {
    return new FeatureSettings<>(keys, reader, found);
  }

  private FeatureSettings<S> with(Key key) {
    var all = new ArrayList<>(keys);
    all.add(key);
    return new FeatureSettings<>(all, reader, secrets);
  }
}
