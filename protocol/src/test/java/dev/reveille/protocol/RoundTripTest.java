package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessages.Read;
import dev.reveille.protocol.ServerMessages.Received;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoundTripTest {
  private static final Identity FIRST = Identity.generate();
  private static final String PEM = FIRST.publicKey().pem();
  private static final Identity SECOND = FIRST.rotatedTo(Identity.generate(), 5);

  private static ClientMessage anyClientMessage(Gen gen) {
    return switch (gen.between(0, 27)) {
      case 0 ->
          gen.chance(0.2)
              ? new ClientMessage.Identify(
                  gen.word(32), SECOND.publicKey().pem(), SECOND.rotation(), gen.chance(0.5))
              : ClientMessage.Identify.of(gen.word(32), gen.maybe(() -> PEM));
      case 19 -> new ClientMessage.RotateKey(SECOND.rotation());
      case 20 ->
          new ClientMessage.RevokeKey(
              Revocation.sign(FIRST, gen.word(Revocation.MAX_REASON), 1 + gen.seq() / 2));
      case 1 ->
          new ClientMessage.VerifyIdentity(
              "c" + gen.anyText(20), "s" + gen.anyText(20), Long.toString(1 + gen.seq() / 2));
      case 2 -> new ClientMessage.Ping();
      case 3 -> new ClientMessage.ListChannels();
      case 4 -> new ClientMessage.ListAgents(gen.channel());
      case 5 -> new ClientMessage.Join(gen.channel(), gen.maybe(gen::seq));
      case 6 -> new ClientMessage.Leave(gen.channel());
      case 7 -> new ClientMessage.CreateChannel(gen.channel(), gen.chance(0.5), gen.chance(0.5));
      case 8 -> new ClientMessage.Invite(gen.channel(), "@" + gen.text(10));
      case 9 ->
          new ClientMessage.Msg(
              gen.oneOf("#", "@") + gen.text(10),
              gen.text(300),
              gen.maybe(() -> "s" + gen.text(20)),
              gen.maybe(() -> JsonText.quote("r" + gen.text(10))),
              gen.list(5, () -> "t" + gen.text(20)),
              gen.maybe(() -> "i" + gen.text(20)));
      case 10 -> new ClientMessage.Typing(gen.channel());
      case 11 ->
          new ClientMessage.SetPresence(
              gen.oneOf(PresenceStatus.ONLINE, PresenceStatus.BUSY, PresenceStatus.LISTENING),
              gen.maybe(() -> gen.text(40)));
      case 12 -> new ClientMessage.SetNick(gen.word(24));
      case 13 -> new ClientMessage.FileChunk("@" + gen.text(10), gen.text(300));
      case 14 ->
          new ClientMessage.RespondingTo(
              "m" + gen.text(20), gen.channel(), 1 + Math.abs(gen.anyLong()) / 16.0);
      case 15 -> new ClientMessage.VerifyRequest("@" + gen.text(10), "n".repeat(15) + gen.word(99));
      case 16 ->
          new ClientMessage.VerifyResponse(
              "r" + gen.text(20), "n" + gen.text(20), "s" + gen.text(20));
      case 17 -> {
        var skills = gen.list(4, () -> anySkill(gen));
        skills.add(anySkill(gen));
        yield new ClientMessage.RegisterSkills(skills, "s" + gen.text(20));
      }
      case 18 ->
          new ClientMessage.SearchSkills(
              gen.chance(0.2)
                  ? SkillQuery.ofAgent("@" + gen.word(16))
                  : SkillQuery.of(
                      gen.maybe(() -> "c" + gen.text(9)),
                      gen.maybe(() -> gen.anyLong() / 16.0),
                      gen.maybe(() -> "e" + gen.text(3)),
                      gen.between(1, 100)),
              gen.maybe(() -> JsonText.quote("q" + gen.text(10))));
      case 21 -> new ClientMessage.Subscribe(gen.channel(), gen.maybe(() -> anyOnly(gen)));
      case 22 -> new ClientMessage.Mute("@" + gen.word(16), gen.chance(0.5));
      case 23 -> new ClientMessage.Subscriptions();
      case 24 -> new ClientMessage.Admin(AdminMessagesTest.anyOrder(gen), "k" + gen.text(20));
      case 25 -> new ClientMessage.Callbacks();
      case 26 -> new ClientMessage.CancelCallback("c" + gen.text(20));
      default -> {
        boolean after = gen.chance(0.5);
        yield new ClientMessage.History(
            gen.channel(),
            after ? gen.maybe(gen::seq) : null,
            after ? null : gen.maybe(gen::seq),
            gen.between(1, 1000));
      }
    };
  }

  private static Skill anySkill(Gen gen) {
    var json = new JsonText().field("capability", "c" + gen.anyText(9));
    if (gen.chance(0.5)) json.field("rate", gen.seq());
    if (gen.chance(0.5)) json.field("currency", gen.anyText(4));
    json.raw("more", JsonText.of(Json.read(gen.json(2)).orElseThrow()));
    return Skill.list("[" + json.text() + "]").getFirst();
  }

  private static Filter anyOnly(Gen gen) {
    var only =
        new Filter(
            gen.chance(0.5),
            gen.list(3, () -> "k" + gen.text(20)),
            gen.list(3, () -> "t" + gen.text(20)),
            gen.list(3, () -> "@" + gen.word(16)));
    return only.json().equals("{}") ? Filter.whenMentioned() : only;
  }

  @Test
  void a_filter_survives_being_stored() {
    Property.holds(
        1_000,
        gen -> {
          var only = anyOnly(gen);
          assertThat(Filter.ofJson(only.json())).contains(only);
        });
    assertThat(Filter.ofJson("{}")).isEmpty();
    assertThat(Filter.ofJson("nonsense")).isEmpty();
  }

  @Test
  void every_client_message_survives_writing_and_reading() {
    Set<Class<?>> seen = new HashSet<>();
    Property.holds(
        5_000,
        gen -> {
          var message = anyClientMessage(gen);
          seen.add(message.getClass());
          assertThat(ClientMessages.read(ClientMessages.write(message)))
              .isEqualTo(new Read.Valid(message));
        });
    if (Long.getLong("reveille.seed") == null) {
      assertThat(seen)
          .containsExactlyInAnyOrderElementsOf(
              ClientTypes.ALL.stream().<Class<?>>map(ClientType::message).distinct().toList());
    }
  }

  private static ServerMessage.Msg anyMsg(Gen gen) {
    var extras = new JsonText();
    if (gen.chance(0.3)) extras.field("sig", gen.anyText(10));
    if (gen.chance(0.3)) extras.raw("in_reply_to", JsonText.quote(gen.anyText(10)));
    if (gen.chance(0.3)) extras.field("tags", gen.list(3, () -> gen.anyText(5)));
    if (gen.chance(0.3)) extras.field("mentions", gen.list(3, () -> gen.anyText(5)));
    if (gen.chance(0.2)) extras.field("cb_id", gen.word(9)).field("cb_origin", gen.word(9));
    if (gen.chance(0.2)) extras.field("buffered", gen.seq()).field("dropped", gen.seq());
    return new ServerMessage.Msg(
        gen.seq(),
        "@" + gen.word(16),
        gen.word(32),
        gen.channel(),
        gen.anyText(200),
        gen.seq(),
        gen.maybe(() -> gen.word(20)),
        gen.maybe(() -> gen.chance(0.5)),
        extras.fields());
  }

  private static ServerMessage anyServerMessage(Gen gen) {
    return switch (gen.between(0, 38)) {
      case 0 -> new ServerMessage.Challenge(gen.anyText(20), gen.word(32), gen.seq());
      case 1 ->
          new ServerMessage.Welcome(
              "@" + gen.word(16),
              gen.word(32),
              gen.anyText(10),
              gen.maybe(() -> gen.chance(0.5)),
              gen.maybe(() -> gen.anyText(10)),
              gen.maybe(gen::seq),
              gen.maybe(() -> gen.anyText(30)));
      case 2 -> new ServerMessage.SessionDisplaced(gen.anyText(20), gen.word(9));
      case 3 -> new ServerMessage.Failure(gen.oneOf(ErrorCode.values()), gen.anyText(30));
      case 4 -> anyMsg(gen);
      case 5 ->
          new ServerMessage.Joined(
              gen.channel(),
              gen.list(
                  4,
                  () -> new ServerMessage.Member("@" + gen.word(16), gen.word(9), gen.chance(0.5))),
              gen.seq(),
              gen.seq());
      case 6 -> new ServerMessage.Created(gen.channel(), "@" + gen.word(16));
      case 7 ->
          new ServerMessage.AgentJoined(
              gen.channel(), "@" + gen.word(16), gen.word(9), gen.chance(0.5));
      case 8 ->
          new ServerMessage.AgentLeft(
              gen.channel(), "@" + gen.word(16), gen.maybe(() -> gen.word(9)));
      case 9 -> new ServerMessage.Left(gen.channel());
      case 10 ->
          new ServerMessage.Channels(
              gen.list(
                  4,
                  () ->
                      new ServerMessage.ChannelSummary(
                          gen.channel(), gen.between(0, 1_000_000), gen.chance(0.5))));
      case 11 ->
          new ServerMessage.Agents(
              gen.channel(),
              gen.list(
                  4,
                  () ->
                      new ServerMessage.AgentSummary(
                          "@" + gen.word(16),
                          gen.word(9),
                          gen.word(6),
                          gen.maybe(() -> gen.anyText(20)),
                          gen.chance(0.5))));
      case 12 ->
          new ServerMessage.HistoryPage(
              gen.channel(), gen.list(4, () -> anyMsg(gen)), gen.seq(), gen.seq(), gen.chance(0.5));
      case 13 ->
          new ServerMessage.PresenceChanged(
              "@" + gen.word(16), gen.word(9), gen.word(6), gen.maybe(() -> gen.anyText(20)));
      case 14 -> new ServerMessage.NickChanged("@" + gen.word(16), gen.word(9), gen.word(9));
      case 15 -> new ServerMessage.Typing("@" + gen.word(16), gen.word(9), gen.channel());
      case 16 -> new ServerMessage.FileChunk("@" + gen.word(8), "@" + gen.word(8), gen.anyText(90));
      case 17 ->
          new ServerMessage.FloorClaimed(
              gen.anyText(9), gen.channel(), "@" + gen.word(8), gen.word(9), gen.seq() / 4.0);
      case 18 ->
          new ServerMessage.Yield(
              gen.anyText(9), gen.channel(), "@" + gen.word(8), gen.seq() / 4.0, gen.anyText(20));
      case 19 -> new ServerMessage.ProofWanted(gen.word(9), "@" + gen.word(8), gen.anyText(40));
      case 20 -> new ServerMessage.ProofPending(gen.word(9), "@" + gen.word(8));
      case 21 -> new ServerMessage.Proven(gen.word(9), "@" + gen.word(8), gen.anyText(40));
      case 22 -> new ServerMessage.NotProven(gen.word(9), "@" + gen.word(8), gen.anyText(40));
      case 23 -> new ServerMessage.ProofChecked(gen.word(9), gen.chance(0.5));
      case 24 ->
          new ServerMessage.SkillsRegistered("@" + gen.word(8), gen.between(1, 9), gen.seq());
      case 25 ->
          new ServerMessage.SearchResults(
              gen.maybe(() -> JsonText.quote(gen.anyText(5))),
              "{\"capability\":" + JsonText.quote(gen.anyText(5)) + "}",
              gen.list(
                  3,
                  () ->
                      new ServerMessage.FoundSkill(
                          "@" + gen.word(8), anySkill(gen).fields(), gen.seq())),
              gen.between(0, 99));
      case 26 -> new ServerMessage.KeyRotated("@" + gen.word(16), gen.anyText(40));
      case 27 -> new ServerMessage.KeyRevoked("@" + gen.word(16));
      case 28 -> new ServerMessage.Subscribed(gen.channel(), gen.maybe(() -> anyOnly(gen)));
      case 29 -> new ServerMessage.Muted(gen.list(4, () -> "@" + gen.word(16)));
      case 30 ->
          new ServerMessage.Subscriptions(
              gen.list(
                  4,
                  () ->
                      new ServerMessage.Subscription(gen.channel(), gen.maybe(() -> anyOnly(gen)))),
              gen.list(4, () -> "@" + gen.word(16)));
      case 31 -> new ServerMessage.Kicked(gen.anyText(20));
      case 32 -> new ServerMessage.Banned(gen.anyText(20));
      case 33 -> new ServerMessage.MotdUpdate(gen.maybe(() -> gen.anyText(20)));
      case 34 -> {
        var extras = new JsonText();
        if (gen.chance(0.5)) extras.field("agentId", "@" + gen.word(16));
        if (gen.chance(0.5)) extras.field("kicked", gen.chance(0.5));
        yield new ServerMessage.AdminResult(
            gen.word(7), gen.maybe(() -> gen.chance(0.5)), extras.fields());
      }
      case 35 -> new ServerMessage.Presence("@" + gen.word(16), gen.word(8));
      case 36 ->
          new ServerMessage.Callbacks(
              gen.list(
                  3,
                  () ->
                      new ServerMessage.PendingCallback(
                          gen.word(9), gen.channel(), gen.anyText(20), gen.seq(), gen.seq())));
      case 37 -> new ServerMessage.CallbackCancelled(gen.anyText(9));
      default -> new ServerMessage.Pong();
    };
  }

  @Test
  void every_server_message_survives_writing_and_reading_and_keeps_its_ts() {
    Set<Class<?>> seen = new HashSet<>();
    Property.holds(
        5_000,
        gen -> {
          var message = anyServerMessage(gen);
          seen.add(message.getClass());
          var bytes = ServerMessages.write(message, 1_700_000_000_000L);
          var text = new String(bytes, StandardCharsets.UTF_8);
          assertThat(text.getBytes(StandardCharsets.UTF_8)).isEqualTo(bytes);
          var received = (Received.Known) ServerMessages.read(text);
          assertThat(received.message()).isEqualTo(message);
          if (!(message instanceof ServerMessage.Msg)) {
            assertThat(received.json().path("ts").asLong(0)).isEqualTo(1_700_000_000_000L);
          }
        });
    if (Long.getLong("reveille.seed") == null) {
      assertThat(seen)
          .containsExactlyInAnyOrderElementsOf(
              ServerTypes.ALL.stream().<Class<?>>map(ServerType::message).distinct().toList());
    }
  }

  @Test
  void type_and_ts_come_first() {
    Property.holds(
        1_000,
        gen ->
            assertThat(
                    new String(
                        ServerMessages.write(anyServerMessage(gen), 5), StandardCharsets.UTF_8))
                .matches("(?s)\\{\"type\":\"[A-Z_]+\",\"ts\":\\d+[,}].*"));
  }

  @Test
  void a_field_can_be_added_to_a_finished_message() {
    var msg = new ServerMessage.Msg(1, "@a", "a", "#x", "hi", 1, "m", true, "");
    var replay = JsonText.with(ServerMessages.write(msg, 0), "replay", "true");
    var read = (Received.Known) ServerMessages.read(new String(replay, StandardCharsets.UTF_8));
    assertThat(read.message()).isEqualTo(msg);
    assertThat(read.replay()).isTrue();
  }

  @Test
  void types_of_a_newer_server_are_passed_on_as_they_are() {
    assertThat(ServerMessages.read("{\"type\":\"TASK\",\"id\":7}"))
        .isInstanceOfSatisfying(
            Received.Other.class,
            other -> {
              assertThat(other.type()).isEqualTo("TASK");
              assertThat(other.json().path("id").asInt(0)).isEqualTo(7);
            });
  }
}
