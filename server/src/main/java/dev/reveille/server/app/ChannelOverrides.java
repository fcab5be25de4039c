package dev.reveille.server.app;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import dev.reveille.protocol.Names;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Settings for single channels in the file: any setting that moderation has a default for. */
final class ChannelOverrides {
  private static final List<String> SECTION = List.of("moderation", "channels");
  private static final String STANDARD = "moderation.default";

  private ChannelOverrides() {}

  /** True if this key sets, for one channel, a setting that has a default. */
  static boolean isOne(String key, Config defaults) {
    var path = ConfigUtil.splitPath(key);
    return path.size() == 4
        && path.subList(0, 2).equals(SECTION)
        && Names.isChannel(path.get(2))
        && defaults.hasPath(STANDARD + "." + path.get(3));
  }

  /** Returns each such key with the key of its default, whose range applies to it. */
  static Map<String, String> keys(Config config) {
    var keys = new TreeMap<String, String>();
    for (var entry : config.entrySet()) {
      if (isOne(entry.getKey(), config)) {
        keys.put(entry.getKey(), STANDARD + "." + ConfigUtil.splitPath(entry.getKey()).get(3));
      }
    }
    return keys;
  }
}
