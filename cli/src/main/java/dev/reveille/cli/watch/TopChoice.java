package dev.reveille.cli.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * The agents that a person wants to see, and their order. Options set it, keys change it. Owned by
 * the thread that draws.
 */
public final class TopChoice {
  private static final int MAX_FILTER = 100;

  private TopOrder order;
  private boolean reversed;
  private boolean withAway;
  private String filter;
  private boolean typing;

  /**
   * @param filter part of a name, id, presence or channel; empty = all
   */
  public TopChoice(TopOrder order, boolean reversed, boolean withAway, String filter) {
    this.order = order;
    this.reversed = reversed;
    this.withAway = withAway;
    this.filter = filter;
  }

  /** Returns the chosen agents in their order. */
  public List<JsonNode> of(JsonNode agents) {
    var chosen = new ArrayList<JsonNode>();
    for (var agent : agents) if (isWanted(agent)) chosen.add(agent);
    chosen.sort(reversed ? order.comparator().reversed() : order.comparator());
    return chosen;
  }

  private boolean isWanted(JsonNode agent) {
    if (AgentListing.isAway(agent) && !withAway) return false;
    var wanted = filter.strip().toLowerCase(Locale.ROOT);
    return wanted.isEmpty()
        || contains(agent.path("name").asString(""), wanted)
        || contains(agent.path("id").asString(""), wanted)
        || contains(AgentListing.presence(agent), wanted)
        || StreamSupport.stream(agent.path("channels").spliterator(), false)
            .anyMatch(channel -> contains(channel.asString(""), wanted));
  }

  private static boolean contains(String text, String part) {
    return text.toLowerCase(Locale.ROOT).contains(part);
  }

  /** True while keys are letters of the filter. */
  boolean isTyping() {
    return typing;
  }

  /** Obeys a key; false if the key has another meaning. */
  boolean press(Key key) {
    return switch (key) {
      case Key.Text(var text) -> typing ? type(text) : obey(text);
      case Key.Press(var name) -> typing && edit(name);
    };
  }

  private boolean type(String text) {
    var line = text.replaceAll("\\R.*", "");
    if (filter.length() + line.length() <= MAX_FILTER) filter += line;
    return true;
  }

  private boolean obey(String letter) {
    switch (letter) {
      case "s" -> order = order.next();
      case "r" -> reversed = !reversed;
      case "a" -> withAway = !withAway;
      case "/" -> typing = true;
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean edit(Key.Name key) {
    switch (key) {
      case ENTER -> typing = false;
      case ESCAPE -> {
        typing = false;
        filter = "";
      }
      case CLEAR -> filter = "";
      case BACKSPACE -> {
        if (!filter.isEmpty()) {
          filter = filter.substring(0, filter.offsetByCodePoints(filter.length(), -1));
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Returns what is not as usual, for the bar; empty if all is. */
  String words() {
    var words = new ArrayList<String>();
    if (order != TopOrder.wake || reversed) {
      words.add("by " + order + (reversed ? " reversed" : ""));
    }
    if (!withAway) words.add("without those away");
    if (!filter.isBlank() && !typing) words.add("filter " + filter.strip());
    return String.join(", ", words);
  }

  /** Returns the line in which the filter is typed. */
  String typed() {
    return "filter: " + filter + "_  Enter keeps it, Esc clears it";
  }
}
