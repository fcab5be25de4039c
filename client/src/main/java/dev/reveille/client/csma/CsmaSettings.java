package dev.reveille.client.csma;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.Skill;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The delay of an agent before it answers a channel.
 *
 * <p>Without skills the delay is spread evenly over the whole range. With skills it depends on the
 * overlap: the share of the message's distinct topic tags that are among the skills' tags, in any
 * case. From {@value #HIGH_OVERLAP} on it is high and the delay comes from the first third of the
 * range (2 to 4 s of 2 to 8), below it is low and the delay comes from the second half (5 to 8 s).
 * A message without tags says nothing about its topic: the whole range.
 *
 * @param skills tags in lower case that count besides those of the skills that the agent has
 *     registered, which {@link Csma} asks for by itself
 */
public record CsmaSettings(Duration min, Duration max, Set<String> skills) {
  /** The share of a message's tags from which on an agent counts as skilled for it. */
  public static final double HIGH_OVERLAP = 0.5;

  /** A server's callbacks reach no further. */
  public static final Duration LONGEST = Duration.ofHours(1);

  public static final CsmaSettings DEFAULT =
      new CsmaSettings(Duration.ofSeconds(2), Duration.ofSeconds(8), Set.of());

  private static final String MIN = "AGENTCHAT_CSMA_MIN_MS";
  private static final String MAX = "AGENTCHAT_CSMA_MAX_MS";

  public CsmaSettings {
    if (min.isNegative() || max.compareTo(min) < 0 || max.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          ("The delay before an answer goes from %d to %d ms (%s, %s);"
                  + " give 0 ≤ min ≤ max ≤ 3600000.")
              .formatted(min.toMillis(), max.toMillis(), MIN, MAX));
    }
    skills = skills.stream().map(CsmaSettings::lower).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The defaults, changed by {@code AGENTCHAT_CSMA_MIN_MS} and {@code AGENTCHAT_CSMA_MAX_MS}. If
   * only one is set and lies beyond the other's default, the other follows at the usual distance: a
   * range without width would let all agents answer at the same moment.
   *
   * @throws IllegalArgumentException with a sentence that names the variable
   */
  public static CsmaSettings of(Map<String, String> environment) {
    var min = millis(environment, MIN);
    var max = millis(environment, MAX);
    var span = DEFAULT.max.minus(DEFAULT.min);
    var from = min.orElse(DEFAULT.min);
    var to = max.orElse(DEFAULT.max);
    if (from.compareTo(to) > 0) {
      if (max.isEmpty()) to = Collections.min(List.of(from.plus(span), LONGEST));
      else if (min.isEmpty()) from = Collections.max(List.of(to.minus(span), Duration.ZERO));
    }
    return new CsmaSettings(from, to, Set.of());
  }

  private static Optional<Duration> millis(Map<String, String> environment, String name) {
    var text = environment.get(name);
    if (text == null) return Optional.empty();
    try {
      long value = Long.parseLong(text.strip());
      if (value >= 0 && value <= LONGEST.toMillis()) return Optional.of(Duration.ofMillis(value));
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        name + " is '" + text + "'; give whole milliseconds, 0 to 3600000.");
  }

  public CsmaSettings withSkillTags(Collection<String> tags) {
    return new CsmaSettings(min, max, Set.copyOf(tags));
  }

  /**
   * Adds the tags of skills: each capability, the words in it, and the texts in the skill's own
   * list {@code tags}, if it has one.
   */
  public CsmaSettings withSkills(List<Skill> registered) {
    var tags = new HashSet<>(skills);
    for (var skill : registered) {
      tags.add(skill.capability());
      tags.addAll(List.of(skill.capability().split("[^\\p{L}\\p{N}]+")));
      for (var tag : Json.read(skill.json()).orElseThrow().path("tags")) {
        if (tag.isString()) tags.add(tag.stringValue());
      }
    }
    tags.remove("");
    return withSkillTags(tags);
  }

  /** A random delay for a message with these tags, in whole milliseconds, both ends included. */
  public Duration delay(List<String> tags, RandomGenerator random) {
    long from = min.toMillis();
    long to = max.toMillis();
    long span = to - from;
    if (!skills.isEmpty() && !tags.isEmpty()) {
      if (overlap(tags) >= HIGH_OVERLAP) to = from + span / 3;
      else from += (span + 1) / 2;
    }
    return Duration.ofMillis(random.nextLong(from, to + 1));
  }

  private double overlap(List<String> tags) {
    var topic = tags.stream().map(CsmaSettings::lower).collect(Collectors.toSet());
    return (double) topic.stream().filter(skills::contains).count() / topic.size();
  }

  private static String lower(String tag) {
    return tag.toLowerCase(Locale.ROOT);
  }
}
