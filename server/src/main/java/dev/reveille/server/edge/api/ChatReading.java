package dev.reveille.server.edge.api;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Scope;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.HttpProblem;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.identity.TokenGrant;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads channels, history and presence. A token sees public channels, and the private channels of
 * the identity that it is bound to. Direct messages are not read here.
 */
final class ChatReading {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MOST_LIMIT = 500;
  private static final Map<String, String> OWN = Map.of("Cache-Control", "private, no-cache");

  private final Store store;
  private final Presence presence;
  private final ChannelList channels;

  ChatReading(Store store, Presence presence, ChannelList channels) {
    this.store = store;
    this.presence = presence;
    this.channels = channels;
  }

  private static Page json(JsonText json) {
    return Page.json(200, json.text()).with(OWN).tagged();
  }

  Page me(TokenGrant grant) {
    var json = new JsonText(160).field("token", grant.tokenId());
    json.field("scopes", grant.scopes().stream().sorted().map(Scope::word).toList());
    if (grant.expires() != null) json.field("expires", grant.expires());
    var agent = grant.agent();
    if (agent == null) return json(json);
    var body = presence.agent(agent);
    json.field("agent", agent);
    body.map(Presence.Agent::name)
        .or(() -> store.reads(AgentReads.class).agent(agent).map(StoredAgent::name))
        .ifPresent(name -> json.field("name", name));
    json.field("present", body.isPresent());
    json.field("channels", List.copyOf(own(agent)));
    return json(json);
  }

  /** Returns the channels that the agent is stored in, or is in now. */
  private Set<String> own(String agent) {
    var own = new HashSet<>(store.reads(ChannelReads.class).memberships(agent));
    var body = presence.agent(agent);
    if (body.isPresent()) {
      for (var name : channels.names()) {
        if (presence.isIn(name, agent, body.get().session())) own.add(name);
      }
    }
    own.retainAll(channels.names());
    return new java.util.TreeSet<>(own);
  }

  private List<String> visible(TokenGrant grant) {
    var own = grant.agent() == null ? Set.<String>of() : own(grant.agent());
    return channels.names().stream()
        .filter(name -> channels.isPublic(name) || own.contains(name))
        .toList();
  }

  Page channels(TokenGrant grant) {
    var all = new ArrayList<byte[]>();
    for (var name : visible(grant)) {
      var head = store.reads(EntryReads.class).head(name);
      all.add(
          new JsonText(128)
              .field("name", name)
              .field("members", presence.count(name))
              .field("private", !channels.isPublic(name))
              .field("first_seq", head.firstSeq())
              .field("last_seq", head.lastSeq())
              .bytes());
    }
    return json(new JsonText().rawList("channels", all));
  }

  /** Returns the channel of the path if the token may see it. The {@code #} may be left out. */
  private Optional<String> channel(Ask ask, TokenGrant grant) {
    var given = ask.part("name");
    var name = given.startsWith("#") ? given : "#" + given;
    if (channels.isPublic(name)) return Optional.of(name);
    return Optional.of(name).filter(each -> visible(grant).contains(each));
  }

  private static Page unknown() {
    return new HttpProblem(404, "No such channel", "CHANNEL_NOT_FOUND").page();
  }

  Page messages(Ask ask, TokenGrant grant) {
    var after = number(ask, "after");
    var before = number(ask, "before");
    var limit = number(ask, "limit");
    if (isWrong(ask, "after", after)
        || isWrong(ask, "before", before)
        || isWrong(ask, "limit", limit)
        || (after.isPresent() && before.isPresent())) {
      return new HttpProblem(400, "after, before and limit are numbers; after or before, not both")
          .page();
    }
    int most = Math.clamp(limit.orElse(DEFAULT_LIMIT), 1, MOST_LIMIT);
    return channel(ask, grant)
        .map(name -> messages(name, after, before.orElse(Long.MAX_VALUE), most))
        .orElseGet(ChatReading::unknown);
  }

  private Page messages(String channel, OptionalLong after, long before, int limit) {
    var reads = store.reads(EntryReads.class);
    var head = reads.head(channel);
    var rows =
        after.isPresent()
            ? reads.after(channel, after.getAsLong(), limit)
            : reads.before(channel, before, limit);
    long first = rows.isEmpty() ? 0 : rows.getFirst().seq();
    long last = rows.isEmpty() ? 0 : rows.getLast().seq();
    boolean more =
        !rows.isEmpty() && (after.isPresent() ? last < head.lastSeq() : first > head.firstSeq());
    return json(
        new JsonText()
            .field("channel", channel)
            .rawList(
                "messages",
                rows.stream().map(row -> Messages.frame(Messages.wire(row)).json()).toList())
            .field("first_seq", first)
            .field("last_seq", last)
            .field("more", more));
  }

  Page members(Ask ask, TokenGrant grant) {
    return channel(ask, grant)
        .map(
            name ->
                json(
                    new JsonText()
                        .field("channel", name)
                        .rawList(
                            "members",
                            presence.roster(name).stream()
                                .flatMap(member -> presence.agent(member.agent()).stream())
                                .map(ChatReading::row)
                                .toList())))
        .orElseGet(ChatReading::unknown);
  }

  Page agents() {
    var agents =
        presence.agents().stream()
            .sorted(java.util.Comparator.comparing(Presence.Agent::id))
            .map(ChatReading::row)
            .toList();
    return json(new JsonText().rawList("agents", agents));
  }

  private static byte[] row(Presence.Agent agent) {
    return new JsonText(160)
        .field("id", agent.id())
        .field("name", agent.name())
        .field("presence", agent.status())
        .field("status_text", agent.statusText())
        .field("verified", agent.verified())
        .bytes();
  }

  private static OptionalLong number(Ask ask, String name) {
    try {
      var text = ask.parameter(name);
      return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text.get()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** True if the parameter is given and is no number that counts something. */
  private static boolean isWrong(Ask ask, String name, OptionalLong number) {
    return ask.query().containsKey(name) && (number.isEmpty() || number.getAsLong() < 0);
  }
}
