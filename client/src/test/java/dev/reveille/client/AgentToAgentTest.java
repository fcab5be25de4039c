package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import dev.reveille.protocol.SkillQuery;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Floor, verification, skills and files, over a real socket. */
@Timeout(30)
class AgentToAgentTest extends ConnectedFixture {
  private final Identity identity = Identity.generate();
  private final LinkedBlockingQueue<ServerMessage> news = new LinkedBlockingQueue<>();

  AgentToAgentTest() throws IOException {}

  @Override
  ClientBuilder with(ClientBuilder builder) {
    return builder.identity(identity).news(news::add);
  }

  private <T> CompletableFuture<T> asking(Function<ReveilleClient, T> what) {
    return CompletableFuture.supplyAsync(() -> what.apply(client));
  }

  private static <T> T result(CompletableFuture<T> future) throws Exception {
    return future.get(10, TimeUnit.SECONDS);
  }

  @Test
  void who_comes_goes_and_changes_is_news_in_order() throws Exception {
    var said =
        List.of(
            new ServerMessage.AgentJoined("#x", "@bob", "bob", false),
            new ServerMessage.NickChanged("@bob", "bob", "rob"),
            new ServerMessage.PresenceChanged("@bob", "rob", "busy", null),
            new ServerMessage.Typing("@bob", "rob", "#x"),
            new ServerMessage.AgentLeft("#x", "@bob", null));
    for (var message : said) line.say(message);
    for (var message : said) assertThat(news.poll(10, TimeUnit.SECONDS)).isEqualTo(message);
  }

  @Test
  void a_floor_that_nobody_disputes_is_the_agents() throws Exception {
    var claim = asking(c -> c.claimFloor("#x", "m1", 5));
    assertThat(line.read()).isEqualTo(new ClientMessage.RespondingTo("m1", "#x", 5));
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Pong());
    assertThat(result(claim)).isEmpty();
  }

  @Test
  void a_floor_that_another_has_names_the_holder() throws Exception {
    var claim = asking(c -> c.claimFloor("#x", "m1", 5));
    line.read();
    line.read();
    var yielded = new ServerMessage.Yield("m1", "#x", "@bob", 4, "first");
    line.say(yielded);
    line.say(new ServerMessage.Pong());
    assertThat(result(claim)).hasValue(yielded);
    assertThat(news).isEmpty();
  }

  @Test
  void what_comes_unasked_is_news_in_order() throws Exception {
    var said =
        List.of(
            new ServerMessage.FloorClaimed("m1", "#x", "@bob", "bob", 4),
            new ServerMessage.Yield("m2", "#x", "@bob", 4, "earlier"),
            new ServerMessage.FileChunk("@bob", "@ada", "{\"_ft\":\"chunk\"}"));
    for (var message : said) line.say(message);
    for (var message : said) assertThat(news.poll(10, TimeUnit.SECONDS)).isEqualTo(message);
  }

  @Test
  void a_reader_of_news_that_throws_gets_the_next_all_the_same() throws Exception {
    var seen = new LinkedBlockingQueue<ServerMessage>();
    var feed =
        new News(
            m -> {
              seen.add(m);
              throw new IllegalStateException("the reader's own trouble");
            });
    feed.add(new ServerMessage.FileChunk("@a", "@b", "1"));
    feed.add(new ServerMessage.FileChunk("@a", "@b", "2"));
    assertThat(seen.poll(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(seen.poll(10, TimeUnit.SECONDS))
        .isEqualTo(new ServerMessage.FileChunk("@a", "@b", "2"));
  }

  @Test
  void an_agent_that_proves_its_key_is_verified() throws Exception {
    var bob = Identity.generate();
    var verified = asking(c -> c.verify("@bob"));
    var asked = (ClientMessage.VerifyRequest) line.read();
    assertThat(asked.target()).isEqualTo("@bob");
    assertThat(AuthText.isNonce(asked.nonce())).isTrue();
    line.say(new ServerMessage.ProofPending("verify_1", "@bob"));
    line.say(new ServerMessage.Proven("verify_1", "@bob", bob.publicKey().pem()));
    assertThat(result(verified).pem()).isEqualTo(bob.publicKey().pem());
  }

  @Test
  void an_agent_that_does_not_prove_its_key_or_is_not_there_is_refused() {
    var late = asking(c -> c.verify("@bob"));
    assertThatThrownBy(
            () -> {
              line.read();
              line.say(new ServerMessage.ProofPending("verify_1", "@bob"));
              line.say(new ServerMessage.NotProven("verify_1", "@bob", "Verification timed out"));
              result(late);
            })
        .cause()
        .isInstanceOfSatisfying(
            ClientException.Refused.class,
            e -> assertThat(e.wireCode()).isEqualTo("VERIFICATION_FAILED"));
    var absent = asking(c -> c.verify("@nobody"));
    assertThatThrownBy(
            () -> {
              line.read();
              line.say(new ServerMessage.Failure(ErrorCode.AGENT_NOT_FOUND, "No agent"));
              result(absent);
            })
        .cause()
        .isInstanceOfSatisfying(
            ClientException.Refused.class,
            e -> assertThat(e.wireCode()).isEqualTo("AGENT_NOT_FOUND"));
  }

  @Test
  void a_verification_fails_with_the_connection_it_was_asked_on() throws Exception {
    var verified = asking(c -> c.verify("@bob"));
    line.read();
    line.say(new ServerMessage.ProofPending("verify_1", "@bob"));
    var ping = asking(ReveilleClient::ping);
    line.read();
    line.say(new ServerMessage.Pong());
    result(ping);
    line.cut();
    assertThatThrownBy(() -> result(verified)).cause().isInstanceOf(ClientException.TimedOut.class);
  }

  @Test
  void the_client_proves_its_own_key_by_itself_and_an_error_for_it_costs_no_other_request()
      throws Exception {
    line.say(new ServerMessage.ProofWanted("verify_9", "@bob", "0123456789abcdef"));
    var proof = (ClientMessage.VerifyResponse) line.read();
    assertThat(proof.requestId()).isEqualTo("verify_9");
    assertThat(identity.publicKey().verifies("0123456789abcdef", proof.sig())).isTrue();
    var ping = asking(ReveilleClient::ping);
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Failure(ErrorCode.VERIFICATION_EXPIRED, "too late"));
    line.say(new ServerMessage.Pong());
    assertThat(result(ping)).isPositive();
  }

  @Test
  void the_client_does_not_sign_what_could_be_more_than_a_nonce() throws Exception {
    var login = AuthText.challenge("00ff00ff00ff00ff", "chal_1", "5");
    line.say(new ServerMessage.ProofWanted("verify_9", "@mallory", login));
    line.say(new ServerMessage.ProofWanted("verify_9", "@mallory", "REGISTER_SKILLS|00"));
    line.say(new ServerMessage.ProofWanted("verify_9", "@mallory", "short"));
    var ping = asking(ReveilleClient::ping);
    assertThat(line.read()).isEqualTo(new ClientMessage.Ping());
    line.say(new ServerMessage.Pong());
    assertThat(result(ping)).isPositive();
  }

  @Test
  void skills_are_registered_under_a_signature_over_javascripts_text_of_them() throws Exception {
    var registered =
        asking(c -> c.registerSkills("[ {\"b\":1.0, \"capability\":\"code\", \"1\":2} ]"));
    var sent = (ClientMessage.RegisterSkills) line.read();
    assertThat(sent.skills().getFirst().json())
        .isEqualTo("{\"1\":2,\"b\":1,\"capability\":\"code\"}");
    assertThat(identity.publicKey().verifies(AuthText.skills(sent.skills()), sent.sig())).isTrue();
    line.say(new ServerMessage.SkillsRegistered("@ada", 1, 7));
    assertThat(result(registered)).isEqualTo(new ServerMessage.SkillsRegistered("@ada", 1, 7));
    assertThatThrownBy(() -> client.registerSkills("{}"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.registerSkills("[{\"rate\":1}]"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Incoming heard(String fields) {
    var json = "{\"type\":\"MSG\"," + fields + "}";
    var node = Json.read(json).orElseThrow();
    var message =
        new ServerMessage.Msg(
            1,
            node.path("from").asString(""),
            "x",
            node.path("to").asString(""),
            "hi",
            1,
            "m",
            false,
            "");
    return new Incoming(message, false, json, 0);
  }

  @Test
  void what_is_for_an_agent_came_directly_or_mentions_it_and_is_not_its_own() {
    assertThat(heard("\"from\":\"@bob\",\"to\":\"@ada\"").isFor("@ada")).isTrue();
    assertThat(heard("\"from\":\"@bob\",\"to\":\"#x\",\"mentions\":[\"@ada\"]").isFor("@ada"))
        .isTrue();
    assertThat(heard("\"from\":\"@bob\",\"to\":\"#x\",\"mentions\":[\"@cyd\"]").isFor("@ada"))
        .isFalse();
    assertThat(heard("\"from\":\"@bob\",\"to\":\"#x\",\"mentions\":7").isFor("@ada")).isFalse();
    assertThat(heard("\"from\":\"@server\",\"to\":\"@ada\"").isFor("@ada")).isFalse();
    assertThat(heard("\"from\":\"@ada\",\"to\":\"@ada\"").isFor("@ada")).isFalse();
    assertThat(heard("\"from\":\"@bob\",\"to\":\"#x\",\"in_reply_to\":\"m1\"").isAnswer()).isTrue();
    assertThat(heard("\"from\":\"@bob\",\"to\":\"#x\"").isAnswer()).isFalse();
  }

  @Test
  void an_answer_goes_where_the_question_was_and_says_what_it_answers() throws Exception {
    var inChannel = asking(c -> c.answer(heard("\"from\":\"@bob\",\"to\":\"#x\""), "yes"));
    var said = (ClientMessage.Msg) line.read();
    assertThat(said.to()).isEqualTo("#x");
    assertThat(said.inReplyTo()).isEqualTo("\"m\"");
    line.echo("@ada", said, 2);
    result(inChannel);
    var direct = asking(c -> c.answer(heard("\"from\":\"@bob\",\"to\":\"@ada\""), "yes"));
    var whispered = (ClientMessage.Msg) line.read();
    assertThat(whispered.to()).isEqualTo("@bob");
    line.echo("@ada", whispered, 1);
    result(direct);
  }

  private void skillsAre(Peer.Line at, String capability) throws IOException {
    var asked = (ClientMessage.SearchSkills) at.read();
    assertThat(asked.query()).isEqualTo(SkillQuery.ofAgent("@ada"));
    var skills =
        List.of(
            new ServerMessage.FoundSkill("@bob", "\"capability\":\"of another\"", 7),
            new ServerMessage.FoundSkill("@ada", "\"capability\":\"" + capability + "\"", 7));
    at.say(new ServerMessage.SearchResults(asked.queryId(), "{}", skills, 2));
  }

  private static List<String> capabilities(CompletableFuture<List<Skill>> skills) throws Exception {
    return result(skills).stream().map(Skill::capability).toList();
  }

  @Test
  void registered_skills_are_known_and_asked_for_again_after_a_reconnect() throws Exception {
    var before = asking(ReveilleClient::skills);
    skillsAre(line, "old");
    assertThat(capabilities(before)).containsExactly("old");
    assertThat(capabilities(asking(ReveilleClient::skills))).containsExactly("old");

    var registering = asking(c -> c.registerSkills("[{\"capability\":\"new\"}]"));
    assertThat(line.read()).isInstanceOf(ClientMessage.RegisterSkills.class);
    line.say(new ServerMessage.SkillsRegistered("@ada", 1, 7));
    result(registering);
    assertThat(capabilities(asking(ReveilleClient::skills))).containsExactly("new");

    line.cut();
    var next = peer.welcome("@ada");
    while (client.reconnects() == 0) Thread.onSpinWait();
    var after = asking(ReveilleClient::skills);
    skillsAre(next, "of another program");
    assertThat(capabilities(after)).containsExactly("of another program");
  }

  @Test
  void a_search_gets_the_results_of_its_own_query() throws Exception {
    var query = SkillQuery.of("code", 5.0, null, 10);
    var searching = asking(c -> c.searchSkills(query));
    var sent = (ClientMessage.SearchSkills) line.read();
    assertThat(sent.query()).isEqualTo(query);
    line.say(new ServerMessage.SearchResults("\"another\"", "{}", List.of(), 0));
    var found =
        new ServerMessage.SearchResults(
            sent.queryId(),
            query.json(),
            List.of(new ServerMessage.FoundSkill("@bob", "\"capability\":\"code\"", 7)),
            1);
    line.say(found);
    assertThat(result(searching)).isEqualTo(found);
  }

  @Test
  void a_chunk_is_sent_and_a_refusal_is_told() throws Exception {
    var sending =
        asking(
            c -> {
              c.sendFileChunk("@bob", "data");
              return true;
            });
    assertThat(line.read()).isEqualTo(new ClientMessage.FileChunk("@bob", "data"));
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.RATE_LIMITED, "Too fast"));
    line.say(new ServerMessage.Pong());
    assertThatThrownBy(() -> result(sending))
        .cause()
        .isInstanceOfSatisfying(
            ClientException.Refused.class, e -> assertThat(e.wireCode()).isEqualTo("RATE_LIMITED"));
  }
}
