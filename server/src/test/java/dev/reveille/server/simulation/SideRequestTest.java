package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.TokenMessages;
import dev.reveille.protocol.TokenText;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.identity.TokenReads;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Messages of side sessions that last for one request, under many schedules, with a disk that fails
 * and a server that dies.
 */
class SideRequestTest {
  private static final String CHANNEL = "#general";

  /** An identity that the server keeps, and a token that speaks for it. */
  private record Kept(String agent, String tokenId, String token) {}

  private static Kept kept(SimulatedNode chat) {
    var operator = chat.connect("operator");
    operator.send(
        new ClientMessage.Admin(
            new TokenMessages.NewToken("t", Set.of(Scope.OBSERVE, Scope.SEND), "ann", true, 0),
            SimulatedNode.ADMIN_KEY));
    chat.run();
    var token =
        operator.known().stream()
            .map(k -> k.json().path("token").asString(""))
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElseThrow();
    operator.vanish();
    var agent = chat.store().reads(TokenReads.class).kept().getFirst().agent();
    return new Kept(agent, TokenText.parse(token).orElseThrow().id(), token);
  }

  private static ClientMessage.Msg message(String to, String key) {
    return ClientMessage.Msg.of(to, "said " + key).withClientMsgId(key);
  }

  private static List<StoredEntry> stored(SimulatedNode chat, String stream) {
    return chat.store().reads(EntryReads.class).after(stream, 0, 1000);
  }

  private static boolean isEcho(List<Frame> frames) {
    return frames.stream().anyMatch(frame -> frame.toString().contains("\"content\":\"said "));
  }

  private static CompletableFuture<List<Frame>> send(
      SimulatedNode chat, Kept as, String to, String key) {
    return chat.sides().ask(as.agent(), as.tokenId(), message(to, key)).toCompletableFuture();
  }

  @Test
  void what_was_echoed_is_stored_once_and_what_was_refused_is_not() {
    SeededRuns.check(
        200,
        random -> {
          var chat = new SimulatedNode(random);
          var kept = kept(chat);
          var bob = chat.connect("bob").identify(null);
          var ann = chat.connect("ann");
          boolean present = random.nextBoolean();
          if (present) ann.send(ClientMessage.Identify.byToken("", kept.token(), false));
          chat.run();
          var answers = new HashMap<String, List<CompletableFuture<List<Frame>>>>();
          for (int i = 0; i < 12; i++) {
            var name = "k" + random.nextInt(6);
            var to = random.nextInt(4) == 0 ? requireNonNull(bob.id()) : CHANNEL;
            if (random.nextInt(4) == 0) chat.store().failNext(1);
            answers.computeIfAbsent(name, _ -> new ArrayList<>()).add(send(chat, kept, to, name));
            stumbleSome(chat, random);
          }
          chat.run();
          assertStoredAsTold(chat, requireNonNull(bob.id()), answers);
          if (present) assertThat(ann.isIn()).as("the body stays").isTrue();
          assertThat(chat.node().parts().presence().sides()).as("nothing is left").isZero();
        });
  }

  private static void stumbleSome(SimulatedNode chat, Random random) {
    for (int i = random.nextInt(6); i > 0; i--) chat.stumble();
  }

  private static void assertStoredAsTold(
      SimulatedNode chat, String bob, Map<String, List<CompletableFuture<List<Frame>>>> answers) {
    var all = new ArrayList<>(stored(chat, CHANNEL));
    all.addAll(stored(chat, bob));
    answers.forEach(
        (name, asked) -> {
          long there = all.stream().filter(e -> e.content().equals("said " + name)).count();
          assertThat(asked).allMatch(CompletableFuture::isDone);
          boolean echoed = asked.stream().anyMatch(each -> isEcho(each.join()));
          assertThat(there).as(name).isEqualTo(echoed ? 1 : 0);
          assertThat(asked).noneMatch(each -> each.join().isEmpty());
        });
  }

  @Test
  void what_was_echoed_outlives_the_server_and_is_known_as_a_repeat_afterwards() {
    SeededRuns.check(
        200,
        random -> {
          var chat = new SimulatedNode(random);
          var kept = kept(chat);
          var answers = new ArrayList<CompletableFuture<List<Frame>>>();
          for (int i = 0; i < 5; i++) {
            answers.add(send(chat, kept, CHANNEL, "k" + i));
            stumbleSome(chat, random);
          }
          var told = answers.stream().map(each -> each.isDone() && isEcho(each.join())).toList();
          var next = chat.kill();
          for (int i = 0; i < 5; i++) {
            long there = count(next, "said k" + i);
            assertThat(there).isGreaterThanOrEqualTo(told.get(i) ? 1 : 0);
            var again = send(next, kept, CHANNEL, "k" + i);
            next.run();
            assertThat(isEcho(again.join())).as(again.join().toString()).isTrue();
            assertThat(count(next, "said k" + i)).isEqualTo(1);
          }
        });
  }

  private static long count(SimulatedNode chat, String content) {
    return stored(chat, CHANNEL).stream().filter(e -> e.content().equals(content)).count();
  }
}
