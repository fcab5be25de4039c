package dev.reveille.server.app;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import dev.reveille.protocol.Names;
import dev.reveille.server.edge.ws.SocketTransport;
import dev.reveille.server.edge.ws.WsOptions;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.outgoing.AllowedHosts;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The server's configuration. A flag overrides the environment, the environment overrides the file,
 * and the file overrides the defaults.
 */
public final class Settings {
  private static final int USUAL_WEB_PORT = 8667;

  /** The ports above 1023 in the fetch standard's list of bad ports. */
  private static final Set<Integer> REFUSED_BY_BROWSERS =
      Set.of(
          1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
          6669, 6679, 6697, 10_080);

  private static final String ROOT = "reveille";
  private static final String RATE = "limits.rate-limit-ms";
  private static final String LOOPS = "loop-guard.turns";
  private static final String GENESIS = "handshake.genesis-agent-id";
  private static final Pattern KEY_ID = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}|::1|localhost");

  private final Config config;
  private final Map<String, String> environment;
  private final Path dataFolder;
  private final ChatConfig chat;
  private final AdminSettings admin;

  private Settings(Config config, Map<String, String> environment, Path dataFolder) {
    this.config = config;
    this.environment = environment;
    this.dataFolder = dataFolder;
    chat = new ChatConfig(config);
    admin = new AdminSettings(config, dataFolder);
  }

  /**
   * Reads and checks all settings.
   *
   * @param file absent = REVEILLE_CONFIG, else {@code reveille.conf} in the data folder if it
   *     exists
   * @param flags keys of {@code reference.conf}, without {@code reveille.}, and their values
   * @throws SettingsException with one sentence that names what is wrong
   */
  public static Settings load(
      @Nullable Path file, Map<String, String> flags, Map<String, String> environment) {
    try {
      var defaults =
          ConfigFactory.parseResources(Settings.class, "/reference.conf").getConfig(ROOT);
      var flagged = known(layer(flags, "a flag"), defaults, "A flag");
      var names = EnvironmentNames.all();
      var above = flagged.withFallback(layer(named(environment, names), "the environment"));
      var chosen = chosenFile(file, environment);
      var explicit = chosen == null ? ConfigFactory.empty() : read(chosen, defaults);
      var folder = dataFolder(above.withFallback(explicit).withFallback(defaults), environment);
      var beside = folder.resolve("reveille.conf");
      var fromFile =
          chosen == null && Files.isRegularFile(beside) ? read(beside, defaults) : explicit;
      var all = loops(burst(above.withFallback(fromFile))).withFallback(defaults).resolve();
      all.checkValid(defaults);
      SettingRanges.check(all);
      var settings = new Settings(genesis(motd(all)), Map.copyOf(environment), folder);
      for (var feature : Features.SETTINGS) settings.chat.of(feature);
      var _ = settings.logFile(); // throws if it is no file name
      var _ = settings.outgoingHosts(); // throws if it is no list of hosts
      return check(settings);
    } catch (ConfigException | InvalidPathException e) {
      throw new SettingsException("The configuration is wrong: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the data folder of a server with this configuration. Only this setting is read from the
   * file.
   *
   * @throws SettingsException if the file cannot be read
   */
  public static Path dataFolder(@Nullable Path file, Map<String, String> environment) {
    try {
      var defaults =
          ConfigFactory.parseResources(Settings.class, "/reference.conf").getConfig(ROOT);
      var above = layer(named(environment, EnvironmentNames.CORE), "the environment");
      var chosen = above.hasPath("data-dir") ? null : chosenFile(file, environment);
      var explicit = chosen == null ? ConfigFactory.empty() : read(chosen, defaults);
      return dataFolder(above.withFallback(explicit).withFallback(defaults), environment);
    } catch (ConfigException | InvalidPathException e) {
      throw new SettingsException("The configuration is wrong: " + e.getMessage(), e);
    }
  }

  private static Map<String, String> named(
      Map<String, String> environment, Map<String, String> names) {
    var result = new HashMap<String, String>();
    names.forEach(
        (name, key) -> {
          var value = environment.get(name);
          if (value != null && !value.isBlank()) result.put(key, value.strip());
        });
    return result;
  }

  private static Config layer(Map<String, String> values, String origin) {
    var layer = ConfigFactory.empty();
    for (var entry : values.entrySet()) {
      layer =
          layer.withValue(entry.getKey(), ConfigValueFactory.fromAnyRef(entry.getValue(), origin));
    }
    return layer;
  }

  private static @Nullable Path chosenFile(@Nullable Path file, Map<String, String> environment) {
    var named = environment.getOrDefault("REVEILLE_CONFIG", "");
    var chosen = file != null ? file : named.isBlank() ? null : Path.of(named);
    if (chosen != null && !Files.isReadable(chosen)) {
      throw new SettingsException("The configuration file " + chosen + " cannot be read");
    }
    return chosen;
  }

  private static Config read(Path file, Config defaults) {
    var parsed = ConfigFactory.parseFile(file.toFile()).resolve();
    if (!parsed.hasPath(ROOT)) return known(parsed, defaults, file.toString());
    // Settings outside the section are ignored, so they are refused.
    known(parsed.withoutPath(ROOT), ConfigFactory.empty(), file.toString());
    return known(parsed.getConfig(ROOT), defaults, file.toString());
  }

  private static Config known(Config config, Config defaults, String where) {
    var unknown = new TreeSet<String>();
    config.entrySet().stream()
        .map(Map.Entry::getKey)
        .filter(key -> !defaults.hasPath(key) && !ChannelOverrides.isOne(key, defaults))
        .forEach(unknown::add);
    if (unknown.isEmpty()) return config;
    throw new SettingsException(
        where + " sets " + String.join(", ", unknown) + ", which is no setting of Reveille");
  }

  private static Path dataFolder(Config config, Map<String, String> environment) {
    var named = config.getString("data-dir");
    return named.isEmpty()
        ? DataFolder.locate(environment, System.getProperty("os.name"), home(environment))
        : Path.of(named).toAbsolutePath();
  }

  /**
   * Returns the home folder as the command line finds it: from HOME. Java takes it from the user
   * account instead.
   */
  private static Path home(Map<String, String> environment) {
    var home = environment.getOrDefault("HOME", "");
    return Path.of(home.isBlank() ? System.getProperty("user.home") : home);
  }

  /**
   * Sets the burst to 1 if only the rate limit was set: a spacing that somebody set holds exactly.
   */
  private static Config burst(Config set) {
    return set.hasPath(RATE) && !set.hasPath("limits.rate-limit-burst")
        ? set.withValue("limits.rate-limit-burst", ConfigValueFactory.fromAnyRef(1))
        : set;
  }

  /** Turns the loop guard off if the rate limit is off. */
  private static Config loops(Config set) {
    return set.hasPath(RATE) && set.getLong(RATE) <= 0 && !set.hasPath(LOOPS)
        ? set.withValue(LOOPS, ConfigValueFactory.fromAnyRef(0))
        : set;
  }

  private static Config motd(Config config) {
    var file = config.getString("handshake.motd-file");
    if (file.isEmpty() || !config.getString("handshake.motd").isEmpty()) return config;
    try {
      return config.withValue(
          "handshake.motd", ConfigValueFactory.fromAnyRef(Files.readString(Path.of(file)).strip()));
    } catch (IOException e) {
      throw new SettingsException("MOTD_FILE " + file + " cannot be read", e);
    }
  }

  private static Config genesis(Config config) {
    var id = config.getString(GENESIS);
    var bare = id.startsWith("@") ? id.substring(1) : id;
    if (bare.isEmpty() || KEY_ID.matcher(bare).matches()) {
      return config.withValue(GENESIS, ConfigValueFactory.fromAnyRef(bare));
    }
    throw new SettingsException(
        EnvironmentNames.shown(GENESIS)
            + " is "
            + id
            + ", but must be the id of an agent with a key (16 of 0-9 a-f)");
  }

  private static Settings check(Settings s) {
    for (var channel : s.chat.channels()) {
      if (!Names.isChannel(channel)) {
        throw new SettingsException(
            "CHANNELS: " + channel + " is no channel name (# and 1-31 letters, digits, _ or -)");
      }
    }
    if (s.hosts().isEmpty()) throw new SettingsException("HOST names no address to listen on");
    if (!Logging.isLevel(s.logLevel())) {
      throw new SettingsException(
          "LOG_LEVEL is " + s.logLevel() + ", but must be one of " + Logging.LEVELS);
    }
    var transport = s.config.getString("edge.transport");
    if (SocketTransport.named(transport).isEmpty()) {
      throw new SettingsException(
          "SOCKET_TRANSPORT is " + transport + ", but must be io_uring, epoll or nio");
    }
    if (!s.loopbackOnly()) {
      s.admin.key().ifPresent(key -> AdminSettings.refuseShort("AGENTCHAT_ADMIN_KEY", key));
      s.admin.allowlistKey().ifPresent(k -> AdminSettings.refuseShort("ALLOWLIST_ADMIN_KEY", k));
      s.viewerToken().ifPresent(t -> AdminSettings.refuseShort("DASHBOARD_VIEWER_TOKEN", t));
    }
    if (!s.loopbackOnly() && s.mcpConformance().isPresent()) {
      throw new SettingsException("mcp.conformance is for tests on this machine only");
    }
    if (s.config.getString("tls.cert").isEmpty() != s.config.getString("tls.key").isEmpty()) {
      throw new SettingsException("TLS needs both TLS_CERT and TLS_KEY, or neither");
    }
    return s;
  }

  public Path dataFolder() {
    return dataFolder;
  }

  /**
   * Returns the second port for browsers, which refuse the usual port because it belongs to another
   * protocol.
   */
  private static int webPort(Config config) {
    int wanted = config.getInt("dashboard.port");
    int port = config.getInt("port");
    if (wanted >= 0) return wanted == port ? 0 : wanted;
    return REFUSED_BY_BROWSERS.contains(port) ? USUAL_WEB_PORT : 0;
  }

  /** Returns the token that lets viewers see the dashboard from other machines. */
  Optional<String> viewerToken() {
    return Optional.of(config.getString("dashboard.viewer-token").strip())
        .filter(token -> !token.isEmpty());
  }

  /** Returns how many viewers may follow the dashboard's feed at once. */
  int dashboardStreams() {
    return config.getInt("dashboard.max-streams");
  }

  /** Returns how many streams clients of MCP may have open at once. */
  int mcpStreams() {
    return config.getInt("mcp.max-streams");
  }

  /** Returns how long an agent is present after its last call by MCP. */
  Duration mcpStay() {
    return Duration.ofSeconds(config.getLong("mcp.stay-seconds"));
  }

  /** Returns the token file of the conformance suite of MCP; empty on every usual server. */
  Optional<Path> mcpConformance() {
    return Optional.of(config.getString("mcp.conformance"))
        .filter(file -> !file.isEmpty())
        .map(Path::of);
  }

  public ChatConfig chat() {
    return chat;
  }

  AdminSettings admin() {
    return admin;
  }

  public String logLevel() {
    return config.getString("log-level");
  }

  /** Returns the log file; empty = standard error. */
  public Optional<Path> logFile() {
    return Optional.of(config.getString("log-file").strip())
        .filter(name -> !name.isEmpty())
        .map(dataFolder::resolve);
  }

  /** Returns the hosts that requests of this server may reach although they are not public. */
  AllowedHosts outgoingHosts() {
    try {
      return AllowedHosts.parse(config.getString("outgoing.allow"));
    } catch (IllegalArgumentException e) {
      throw new SettingsException("OUTGOING_ALLOW: " + e.getMessage(), e);
    }
  }

  public Duration timerPoll() {
    return Duration.ofMillis(config.getLong("timers.poll-ms"));
  }

  public Retention retention() {
    return new Retention(
        config.getLong("store.retention-messages"),
        Duration.ofDays(config.getLong("store.retention-days")),
        Duration.ofDays(config.getLong("store.agent-keep-days")));
  }

  /** Returns the environment of the process. Its secrets must not pass through the chat. */
  public Map<String, String> environment() {
    return environment;
  }

  public boolean loopbackOnly() {
    return hosts().stream().allMatch(h -> LOOPBACK.matcher(h).matches());
  }

  public List<String> hosts() {
    return List.copyOf(words(config.getString("host")));
  }

  public WsOptions ws() {
    var edge = config.getConfig("edge");
    var cert = config.getString("tls.cert");
    var tls =
        cert.isEmpty()
            ? null
            : new WsOptions.Tls(Path.of(cert), Path.of(config.getString("tls.key")));
    var standard = WsOptions.Pace.standard();
    return new WsOptions(
        "local",
        new WsOptions.Listen(
            hosts(),
            optionalHosts(),
            config.getInt("port"),
            tls,
            edge.getInt("event-loops"),
            webPort(config),
            SocketTransport.named(edge.getString("transport")).orElseThrow()),
        new WsOptions.Admission(
            words(edge.getString("allowed-origins")),
            words(edge.getString("trusted-proxies")),
            edge.getInt("max-connections-per-ip"),
            words(edge.getString("allowed-hosts"))),
        new WsOptions.Pace(
            Duration.ofMillis(edge.getLong("heartbeat-interval-ms")),
            Duration.ofMillis(edge.getLong("heartbeat-timeout-ms")),
            standard.http(),
            standard.closing(),
            edge.getInt("outbound-queue-bytes")));
  }

  /**
   * Returns the addresses that may be missing: a machine may lack the second default loopback
   * address.
   */
  private Set<String> optionalHosts() {
    return hosts().size() > 1 ? Set.of("::1") : Set.of();
  }

  private static Set<String> words(String list) {
    return Arrays.stream(list.split(","))
        .map(String::strip)
        .filter(s -> !s.isEmpty())
        .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
  }
}
