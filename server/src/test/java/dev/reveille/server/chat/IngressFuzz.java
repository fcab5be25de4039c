package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SecureRandomness;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;

/**
 * The way of an agent's text into the server: secrets go, mentions are found, nothing throws.
 *
 * <p>The build replays the stored inputs. To look for new ones, one target at a time:
 *
 * <pre>{@code
 * JAZZER_FUZZ=1 mvn -pl server -am test -Dtest='IngressFuzz#no_listed_secret_is_left' \
 *     -Dsurefire.failIfNoSpecifiedTests=false
 * }</pre>
 */
@Tag("jazzer")
class IngressFuzz {
  private static final String OWN = "an-environment-secret-3f9c1d7e5b2a84c6";
  private static final Redactor REDACTOR =
      new Redactor(Map.of("MY_TOKEN", OWN), new SecureRandomness());

  /** The listed shapes as they are written down for people, none of them as the code has them. */
  private static final Pattern SECRET =
      Pattern.compile(
          "sk-ant-[\\w-]{20}|sk-[A-Za-z0-9]{20}|ghp_[A-Za-z0-9]{36}|github_pat_\\w{22}"
              + "|gho_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|xox[bpaors]-[A-Za-z0-9-]{10}"
              + "|[sr]k_(live|test)_[A-Za-z0-9]{20}|AIza[\\w-]{35}"
              + "|eyJ[\\w-]{10,99}\\.eyJ[\\w-]{10,99}\\.[\\w-]{10}");

  @FuzzTest(maxDuration = "10m")
  void no_listed_secret_is_left(FuzzedDataProvider data) {
    var redacted = REDACTOR.redact(data.consumeRemainingAsString());
    assertThat(redacted).doesNotContain(OWN);
    assertThat(SECRET.matcher(redacted).find()).as(redacted).isFalse();
  }

  @FuzzTest(maxDuration = "10m")
  void who_is_mentioned_is_named_in_the_text(FuzzedDataProvider data) {
    var name = data.consumeString(40);
    var presence = new MapPresence();
    if (Names.isName(name)) presence.put(agent("@abcd1234", name));
    presence.put(agent("@0123456789abcdef", "bob"));
    var draft = new Draft("@me", "#general", data.consumeRemainingAsString(), List.of());
    for (var id : new Mentions(presence).apply(draft).mentions()) {
      var agent = presence.agent(id).orElseThrow();
      assertThat(draft.content().toLowerCase(java.util.Locale.ROOT))
          .containsAnyOf(id, "@" + agent.name().toLowerCase(java.util.Locale.ROOT));
    }
  }

  private static Presence.Agent agent(String id, String name) {
    return new Presence.Agent(
        id, name, new SessionId("local", 1), false, null, false, "online", null, 0);
  }
}
