package dev.reveille.client.csma;

import dev.reveille.client.ClientTime;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claims of the floor that this agent knows of.
 *
 * <p>News come on a thread of their own, so all of it is guarded by this object's monitor. A claim
 * that was missed or forgotten does no harm: the server knows, and is asked before a long answer.
 */
final class Floors {
  /** The time that a server keeps a claim by default. */
  private static final Duration LIFE = Duration.ofSeconds(45);

  private static final int MAX_CLAIMS = 1_000;

  private record Subject(String channel, String msgId) {}

  private record Claim(String holder, long heardMillis) {}

  /** The agent's own claim, while it writes. */
  static final class Own implements Verdict.Floor {
    private final Subject subject;
    private volatile boolean lost;

    private Own(Subject subject) {
      this.subject = subject;
    }

    @Override
    public boolean isMine() {
      return !lost;
    }

    void lose() {
      lost = true;
    }
  }

  private final ClientTime time;
  private final Map<Subject, Claim> claims =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, Claim> eldest) {
          return size() > MAX_CLAIMS;
        }
      };
  private @Nullable Own own;

  Floors(ClientTime time) {
    this.time = time;
  }

  synchronized void hear(ServerMessage news) {
    if (news instanceof ServerMessage.FloorClaimed claimed) {
      note(new Subject(claimed.channel(), claimed.msgId()), claimed.holder());
    } else if (news instanceof ServerMessage.Yield yielded) {
      var subject = new Subject(yielded.channel(), yielded.msgId());
      note(subject, yielded.holder());
      if (own != null && own.subject.equals(subject)) own.lose();
    } else if (news instanceof ServerMessage.AgentLeft left) {
      ended(left.channel(), left.agent());
    }
  }

  private void note(Subject subject, String holder) {
    claims.remove(subject); // so that the newest is the last to be forgotten
    claims.put(subject, new Claim(holder, time.millis()));
  }

  /** A claim ends when its holder says something in the channel, or is gone. */
  synchronized void ended(String channel, String holder) {
    claims
        .entrySet()
        .removeIf(
            e -> e.getKey().channel().equals(channel) && e.getValue().holder().equals(holder));
  }

  /** Returns the other agent that has the floor for the message. */
  synchronized Optional<String> holder(String channel, @Nullable String msgId, String self) {
    if (msgId == null) return Optional.empty();
    var claim = claims.get(new Subject(channel, msgId));
    if (claim == null || claim.holder().equals(self)) return Optional.empty();
    boolean over = time.millis() - claim.heardMillis() >= LIFE.toMillis();
    return over ? Optional.empty() : Optional.of(claim.holder());
  }

  /** Starts to watch for a YIELD. Called before the claim is sent, so that none is missed. */
  synchronized Own begin(String channel, String msgId) {
    var begun = new Own(new Subject(channel, msgId));
    own = begun;
    return begun;
  }

  synchronized void end() {
    own = null;
  }
}
