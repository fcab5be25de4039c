package dev.reveille.server.chat;

import dev.reveille.protocol.Only;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What few agents have in their state. Ten thousand that are idle share one that is empty.
 *
 * @param subscriptions what it wants to hear of single channels; of all others everything
 * @param muted whom it does not want to hear
 * @param obeyed the client_msg_ids of those messages whose markers were obeyed: not again
 * @param left the channels that take everybody, but that this body left
 * @param claimedOutside where the body claims the floor without being in, and until when (monotonic
 *     time)
 * @param proofs the requests for verification of this body that have no outcome yet
 */
record Seldom(
    Map<String, Only> subscriptions,
    Set<String> muted,
    SequencedSet<String> obeyed,
    Set<String> left,
    Map<String, Long> claimedOutside,
    Set<String> proofs) {

  /** To be read only. */
  static final Seldom NONE =
      new Seldom(
          Map.of(),
          Set.of(),
          Collections.unmodifiableSequencedSet(new LinkedHashSet<>()),
          Set.of(),
          Map.of(),
          Set.of());

  static Seldom empty() {
    return new Seldom(
        new TreeMap<>(),
        new TreeSet<>(),
        new LinkedHashSet<>(),
        new HashSet<>(),
        new LinkedHashMap<>(),
        new LinkedHashSet<>());
  }
}
