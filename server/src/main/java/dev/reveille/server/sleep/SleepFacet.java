package dev.reveille.server.sleep;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.observe.AgentColumn;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.Series;
import dev.reveille.server.observe.ShownAgent;
import dev.reveille.server.observe.Words;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Describes sleep for the dashboard: who sleeps until when, in which mode, and how many entries
 * wait.
 */
public final class SleepFacet {
  private static final String GROUP = "sleep and wake";

  private SleepFacet() {}

  public static Facet of(Sleepers sleepers) {
    return Facet.of(
            "sleep",
            EventKind.of(
                    "agent.slept",
                    "[{replaced:if}goes on sleeping][{replaced:unless}fell asleep]"
                        + " until {wake_at:time}[ ({mode:not default})]")
                .showing("wake_at", "mode", "replaced")
                .in(GROUP)
                .tone(Tone.AGENT),
            EventKind.of(
                    "agent.woke",
                    "woke[{early:if} early]: {buffered:number} buffered,"
                        + " {dropped:number} dropped, {missed:number} missed")
                .showing("early", "buffered", "dropped", "missed")
                .in(GROUP)
                .tone(Tone.AGENT))
        .withColumns(
            new AgentColumn(
                "sleep",
                "SLEEP",
                new Words("wakes in {wake_at:until}, {mode}, {buffered:number} buffered"),
                () -> rows(sleepers)))
        .withSeries(new Series.Level("sleeping", "Agents", "asleep", sleepers::size));
  }

  private static Function<ShownAgent, Optional<String>> rows(Sleepers sleepers) {
    Map<String, Sleepers.SleeperView> asleep = new HashMap<>();
    for (var sight : sleepers.look()) asleep.put(sight.agent(), sight);
    return agent ->
        agent
            .session()
            .map(_ -> Optional.ofNullable(asleep.get(agent.agent())))
            .map(sight -> sight.map(SleepFacet::json).orElse("null"));
  }

  private static String json(Sleepers.SleeperView sight) {
    return new JsonText(160)
        .field("wake_at", sight.sleep().wakeAt())
        .field("mode", sight.sleep().mode().name().toLowerCase(Locale.ROOT))
        .field("buffered", sight.waiting().all())
        .field("dms", sight.waiting().dms())
        .field("mentions", sight.waiting().mentions())
        .field("channel_messages", sight.waiting().channel())
        .field("callback_fires", sight.waiting().fires())
        .text();
  }
}
