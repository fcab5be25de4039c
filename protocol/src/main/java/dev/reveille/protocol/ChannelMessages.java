package dev.reveille.protocol;

import java.util.List;

/** The JSON of the messages about channels and their members. */
final class ChannelMessages {
  static final ClientType<ClientMessage.ListChannels> LIST_CHANNELS =
      ClientType.empty("LIST_CHANNELS", Scope.OBSERVE, new ClientMessage.ListChannels());

  static final ClientType<ClientMessage.ListAgents> LIST_AGENTS =
      new ClientType<>(
          "LIST_AGENTS",
          Scope.OBSERVE,
          ClientMessage.ListAgents.class,
          f -> new ClientMessage.ListAgents(f.channel()),
          (m, json) -> json.field("channel", m.channel()));

  static final ClientType<ClientMessage.Join> JOIN =
      new ClientType<>(
          "JOIN",
          Scope.OBSERVE,
          ClientMessage.Join.class,
          f -> new ClientMessage.Join(f.channel(), f.seq("since")),
          (m, json) -> {
            json.field("channel", m.channel());
            if (m.since() != null) json.field("since", m.since());
          });

  static final ClientType<ClientMessage.Leave> LEAVE =
      new ClientType<>(
          "LEAVE",
          Scope.OBSERVE,
          ClientMessage.Leave.class,
          f -> new ClientMessage.Leave(f.channel()),
          (m, json) -> json.field("channel", m.channel()));

  static final ClientType<ClientMessage.CreateChannel> CREATE_CHANNEL =
      new ClientType<>(
          "CREATE_CHANNEL",
          Scope.SEND,
          ClientMessage.CreateChannel.class,
          f ->
              new ClientMessage.CreateChannel(
                  f.channel(), f.flag("invite_only"), f.flag("verified_only")),
          (m, json) ->
              json.field("channel", m.channel())
                  .field("invite_only", m.inviteOnly())
                  .field("verified_only", m.verifiedOnly()));

  static final ClientType<ClientMessage.Invite> INVITE =
      new ClientType<>(
          "INVITE",
          Scope.SEND,
          ClientMessage.Invite.class,
          f -> new ClientMessage.Invite(f.channel(), f.agent("agent")),
          (m, json) -> json.field("channel", m.channel()).field("agent", m.agent()));

  /**
   * Comes before {@link #JOINED} in the list of types, because {@link #JOINED} reads every other
   * JOINED.
   */
  static final ServerType<ServerMessage.Created> CREATED =
      new ServerType<>(
              "JOINED",
              ServerMessage.Created.class,
              f -> {
                for (var agent : f.value("agents")) {
                  if (agent.isString()) {
                    return new ServerMessage.Created(f.text("channel"), agent.stringValue());
                  }
                }
                return null;
              },
              (m, json) ->
                  json.field("channel", m.channel())
                      .field("agents", List.of(m.creator()))
                      .field("first_seq", 0)
                      .field("last_seq", 0))
          .answering(
              ClientMessage.CreateChannel.class, (q, made) -> q.channel().equals(made.channel()));

  static final ServerType<ServerMessage.Joined> JOINED =
      new ServerType<>(
              "JOINED",
              ServerMessage.Joined.class,
              f ->
                  new ServerMessage.Joined(
                      f.text("channel"),
                      f.objects("agents").stream().map(ChannelMessages::member).toList(),
                      f.number("first_seq"),
                      f.number("last_seq")),
              (m, json) ->
                  json.field("channel", m.channel())
                      .rawList("agents", m.agents().stream().map(ChannelMessages::json).toList())
                      .field("first_seq", m.firstSeq())
                      .field("last_seq", m.lastSeq()))
          .answering(ClientMessage.Join.class, (q, joined) -> q.channel().equals(joined.channel()));

  static final ServerType<ServerMessage.AgentJoined> AGENT_JOINED =
      new ServerType<>(
          "AGENT_JOINED",
          ServerMessage.AgentJoined.class,
          f ->
              new ServerMessage.AgentJoined(
                  f.text("channel"), f.text("agent"), f.text("name"), f.flag("verified")),
          (m, json) ->
              json.field("channel", m.channel())
                  .field("agent", m.agent())
                  .field("name", m.name())
                  .field("verified", m.verified()));

  static final ServerType<ServerMessage.AgentLeft> AGENT_LEFT =
      new ServerType<>(
          "AGENT_LEFT",
          ServerMessage.AgentLeft.class,
          f -> new ServerMessage.AgentLeft(f.text("channel"), f.text("agent"), f.optional("name")),
          (m, json) -> {
            json.field("channel", m.channel()).field("agent", m.agent());
            if (m.name() != null) json.field("name", m.name());
          });

  static final ServerType<ServerMessage.Left> LEFT =
      new ServerType<>(
              "LEFT",
              ServerMessage.Left.class,
              f -> new ServerMessage.Left(f.text("channel")),
              (m, json) -> json.field("channel", m.channel()))
          .answering(ClientMessage.Leave.class, (q, left) -> q.channel().equals(left.channel()));

  static final ServerType<ServerMessage.Channels> CHANNELS =
      new ServerType<>(
              "CHANNELS",
              ServerMessage.Channels.class,
              f ->
                  new ServerMessage.Channels(
                      f.objects("list").stream().map(ChannelMessages::channel).toList()),
              (m, json) ->
                  json.rawList("list", m.list().stream().map(ChannelMessages::json).toList()))
          .answering(ClientMessage.ListChannels.class);

  static final ServerType<ServerMessage.Agents> AGENTS =
      new ServerType<>(
              "AGENTS",
              ServerMessage.Agents.class,
              f ->
                  new ServerMessage.Agents(
                      f.text("channel"),
                      f.objects("list").stream().map(ChannelMessages::agent).toList()),
              (m, json) ->
                  json.field("channel", m.channel())
                      .rawList("list", m.list().stream().map(ChannelMessages::json).toList()))
          .answering(
              ClientMessage.ListAgents.class, (q, agents) -> q.channel().equals(agents.channel()));

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(LIST_CHANNELS, LIST_AGENTS, JOIN, LEAVE, CREATE_CHANNEL, INVITE),
          List.of(CREATED, JOINED, AGENT_JOINED, AGENT_LEFT, LEFT, CHANNELS, AGENTS));

  private ChannelMessages() {}

  private static ServerMessage.Member member(ServerFields f) {
    return new ServerMessage.Member(f.text("id"), f.text("name"), f.flag("verified"));
  }

  private static byte[] json(ServerMessage.Member m) {
    return new JsonText(96)
        .field("id", m.id())
        .field("name", m.name())
        .field("verified", m.verified())
        .bytes();
  }

  private static ServerMessage.ChannelSummary channel(ServerFields f) {
    return new ServerMessage.ChannelSummary(
        f.text("name"), f.count("agents"), f.flag("verifiedOnly"));
  }

  private static byte[] json(ServerMessage.ChannelSummary c) {
    var json = new JsonText(96).field("name", c.name()).field("agents", c.agents());
    return (c.verifiedOnly() ? json.field("verifiedOnly", true) : json).bytes();
  }

  private static ServerMessage.AgentSummary agent(ServerFields f) {
    return new ServerMessage.AgentSummary(
        f.text("id"),
        f.text("name"),
        f.text("presence"),
        f.optional("status_text"),
        f.flag("verified"));
  }

  private static byte[] json(ServerMessage.AgentSummary a) {
    return new JsonText(128)
        .field("id", a.id())
        .field("name", a.name())
        .field("presence", a.presence())
        .field("status_text", a.statusText())
        .field("verified", a.verified())
        .bytes();
  }
}
