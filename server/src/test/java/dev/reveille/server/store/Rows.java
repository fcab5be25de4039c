package dev.reveille.server.store;

import dev.reveille.server.identity.SaveAgent;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.skills.StoredSkill;
import org.jspecify.annotations.Nullable;

/** Short ways to write down what the tests store. */
public final class Rows {
  public static final long T = 1_700_000_000_000L;

  private Rows() {}

  public static AppendEntry message(String stream, long seq) {
    return message(stream, seq, "text " + seq);
  }

  public static AppendEntry message(String stream, long seq, String content) {
    return new AppendEntry(
        new StoredEntry(
            stream, seq, T + seq, stream + seq, "@ann", "ann", false, content, null, ""));
  }

  public static AppendEntry keyed(String stream, long seq, String sender, String clientMsgId) {
    return new AppendEntry(
        new StoredEntry(
            stream, seq, T + seq, stream + seq, sender, "x", true, "keyed", clientMsgId, ""));
  }

  public static AppendEntry withId(String stream, long seq, String msgId) {
    return new AppendEntry(
        new StoredEntry(stream, seq, T + seq, msgId, "@ann", "ann", null, "x", null, ""));
  }

  public static AppendEvent event(String kind) {
    return event(kind, T);
  }

  public static AppendEvent event(String kind, long at) {
    return new AppendEvent(at, kind, "@ann", "#a", null);
  }

  public static SaveAgent agent(String id, String name, boolean key, long at) {
    return new SaveAgent(new StoredAgent(id, name, key ? "pem of " + id : null, at, at));
  }

  public static StoredSkill skill(
      String capability, @Nullable Double rate, @Nullable String currency) {
    return new StoredSkill(
        new StoredSkill.Terms(capability, rate, currency), "\"capability\":\"" + capability + "\"");
  }
}
