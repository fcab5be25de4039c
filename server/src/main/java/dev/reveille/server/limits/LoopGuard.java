package dev.reveille.server.limits;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Slows agents that keep answering each other in a ring.
 *
 * <p>Every message that answers another extends its <em>chain</em>: the agents that spoke in this
 * exchange, each once, the latest last. A message answers the one that its {@code in_reply_to}
 * names. Without {@code in_reply_to}, it answers the latest message that was addressed to its
 * author by an agent that it addresses in turn. If an author answers a message whose chain already
 * contains the author, a ring has closed: it goes from the author's place in the chain to the
 * chain's end. That is one turn. Each message of others counts as answered once, so a monologue
 * makes no turns.
 *
 * <p>An author may make a limited number of turns in the same ring within a window. Then the author
 * is slowed: its next turn in that ring must wait. Each turn that waited makes the next wait twice
 * as long, up to a limit. A ring that rests for a window after its wait is over is forgiven. An
 * exempt author (an operator) is never slowed, and its message begins a new chain.
 */
public final class LoopGuard {
  /** The most agents in a chain. A longer ring is not detected. */
  private static final int MAX_CHAIN = 16;

  private static final int MAX_RINGS = 128;
  private static final int MAX_ANSWERED = 64;

  /**
   * The limits.
   *
   * @param turns the turns in one ring within the window; 0 = no limit
   */
  public record Limits(int turns, Duration window, Duration firstWait, Duration maxWait) {
    public boolean off() {
      return turns <= 0;
    }
  }

  /**
   * A message that is about to be sent.
   *
   * @param id the id that {@code in_reply_to} would name
   * @param free true if its author is never slowed
   * @param to the agents that it addresses: by name, or as the receiver
   */
  public record Said(
      String id, String author, boolean free, @Nullable String inReplyTo, List<String> to) {}

  /** The decision about a message. */
  public sealed interface Verdict {
    /** The message may be sent. It has this chain. */
    record Pass(List<String> chain) implements Verdict {}

    /**
     * The message may be sent after the wait.
     *
     * @param begins true if this ring was not slowed before
     */
    record Wait(Duration delay, List<String> ring, boolean begins) implements Verdict {}
  }

  private static final class Heard {
    private final String author;
    private final List<String> chain;
    private final Set<String> to;
    private final long at;
    private final Set<String> answeredBy = new HashSet<>(4);

    Heard(String author, List<String> chain, List<String> to, long at) {
      this.author = author;
      this.chain = chain;
      this.to = Set.copyOf(to);
      this.at = at;
    }
  }

  private record Ring(String author, Set<String> agents) {}

  private static final class Turns {
    private final ArrayDeque<Long> times = new ArrayDeque<>();
    private int level;
    private long notBefore;
  }

  private final Limits limits;
  private final int memory;
  private final LinkedHashMap<String, Heard> heard = new LinkedHashMap<>();
  private final LinkedHashMap<Ring, Turns> rings = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param memory the number of messages that can be answered; older ones are forgotten
   */
  public LoopGuard(Limits limits, int memory) {
    this.limits = limits;
    this.memory = memory;
  }

  /** Decides about a message. Remembers it if it passes. */
  public Verdict judge(Said said, long nanos) {
    if (limits.off() || (said.inReplyTo() == null && said.to().isEmpty())) {
      return new Verdict.Pass(List.of());
    }
    var parent = said.free() ? null : parent(said, nanos);
    if (parent != null) {
      int place = parent.chain.indexOf(said.author());
      if (place >= 0) {
        var ring = parent.chain.subList(place, parent.chain.size());
        var wait = turn(new Ring(said.author(), Set.copyOf(ring)), List.copyOf(ring), nanos);
        if (wait != null) return wait;
      }
      parent.answeredBy.add(said.author());
    }
    var chain = said.free() ? List.<String>of() : chain(parent, said.author());
    hear(said.id(), said.author(), chain, said.to(), nanos);
    return new Verdict.Pass(chain);
  }

  /** Remembers a message that was decided elsewhere. */
  public void hear(String id, String author, List<String> chain, List<String> to, long nanos) {
    if (limits.off()) return;
    heard.putLast(id, new Heard(author, bounded(chain), to, nanos));
    if (heard.size() > memory) heard.pollFirstEntry();
  }

  private @Nullable Heard parent(Said said, long nanos) {
    var named = said.inReplyTo() == null ? null : heard.get(said.inReplyTo());
    if (named != null) return isOpen(named, said.author()) ? named : null;
    for (var each : heard.sequencedValues().reversed()) {
      if (nanos - each.at > limits.window().toNanos()) return null;
      if (each.to.contains(said.author())
          && said.to().contains(each.author)
          && isOpen(each, said.author())) {
        return each;
      }
    }
    return null;
  }

  private static boolean isOpen(Heard each, String author) {
    return !each.author.equals(author)
        && each.answeredBy.size() < MAX_ANSWERED
        && !each.answeredBy.contains(author);
  }

  private Verdict.@Nullable Wait turn(Ring ring, List<String> agents, long nanos) {
    var turns = rings.computeIfAbsent(ring, _ -> new Turns());
    if (rings.size() > MAX_RINGS) rings.pollFirstEntry();
    if (turns.level > 0 && nanos - turns.notBefore > limits.window().toNanos()) {
      turns.level = 0;
      turns.times.clear();
    }
    if (turns.level > 0) {
      if (nanos - turns.notBefore < 0) {
        return new Verdict.Wait(Duration.ofNanos(turns.notBefore - nanos), agents, false);
      }
      turns.notBefore = nanos + wait(++turns.level);
      return null;
    }
    while (!turns.times.isEmpty() && nanos - turns.times.getFirst() > limits.window().toNanos()) {
      turns.times.removeFirst();
    }
    if (turns.times.size() < limits.turns()) {
      turns.times.addLast(nanos);
      return null;
    }
    turns.level = 1;
    turns.notBefore = nanos + wait(1);
    return new Verdict.Wait(Duration.ofNanos(wait(1)), agents, true);
  }

  private long wait(int level) {
    long first = limits.firstWait().toNanos();
    long most = limits.maxWait().toNanos();
    return level > 30 || first > (most >> (level - 1)) ? most : first << (level - 1);
  }

  private static List<String> chain(@Nullable Heard parent, String author) {
    if (parent == null) return List.of(author);
    var chain = new ArrayList<>(parent.chain);
    chain.remove(author);
    chain.add(author);
    return bounded(chain);
  }

  private static List<String> bounded(List<String> chain) {
    int size = chain.size();
    return List.copyOf(chain.subList(Math.max(0, size - MAX_CHAIN), size));
  }

  /** For tests: returns the number of remembered items. */
  Map<String, Integer> sizes() {
    return Map.of("heard", heard.size(), "rings", rings.size());
  }
}
