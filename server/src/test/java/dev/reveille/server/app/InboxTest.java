package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Confirmed delivery over sockets, across restarts of the server. */
@Timeout(60)
class InboxTest {
  @TempDir Path folder = Path.of("");

  private static TestAgent confirming(Server server, String name, Identity key) {
    var agent = TestAgent.connect(server);
    var identify =
        new ClientMessage.Identify(name, key.publicKey().pem(), key.rotation()).withConfirm(true);
    agent.answer(agent.send(ClientMessages.write(identify)).await("CHALLENGE"), key);
    assertThat(agent.welcomed().path("confirm").asBoolean(false)).isTrue();
    return agent;
  }

  private static JsonNode pending(TestAgent agent) {
    return agent.ask("PENDING", "channels", raw("[\"#general\"]")).await("PENDING");
  }

  private static TestAgent.RawJson raw(String json) {
    return new TestAgent.RawJson(json);
  }

  private static List<String> entries(JsonNode pending) {
    var texts = new ArrayList<String>();
    for (var entry : pending.path("entries")) {
      texts.add(entry.path("because").asString("") + " " + TestAgent.content(entry));
    }
    return texts;
  }

  @Test
  void what_was_not_confirmed_outlives_the_server_and_what_was_confirmed_is_gone() {
    var key = Identity.generate();
    try (var server = ServerFixture.start(folder);
        var bob = TestAgent.join(server, "bob");
        var ann = confirming(server, "ann", key)) {
      bob.say(ann.id(), "one");
      bob.say("#general", "two @ann");
      bob.say("#general", "three");
      bob.soFar();
      ann.awaitContent("three");
      // The inbox hears of a mention a moment after the channel's members did.
      var waiting = entries(pending(ann));
      while (waiting.size() < 3) waiting = entries(pending(ann));
      assertThat(waiting).containsExactly("dm one", "mention two @ann", "channel three");
    }
    try (var server = ServerFixture.start(folder);
        var ann = confirming(server, "ann", key)) {
      var page = pending(ann);
      assertThat(entries(page)).containsExactly("dm one", "mention two @ann", "channel three");
      var first = ann.ask("PENDING", "limit", 1).await("PENDING");
      var read = ann.ask("READ", "cursor", first.path("cursor").asString("")).await("READ");
      assertThat(read.path("to").asString("")).isEqualTo("@me");
      assertThat(read.path("seq").asLong(0)).isEqualTo(1);
    }
    try (var server = ServerFixture.start(folder);
        var ann = confirming(server, "ann", key)) {
      var page = pending(ann);
      assertThat(entries(page)).containsExactly("mention two @ann", "channel three");
      var unread = ann.ask("UNREAD").await("UNREAD");
      assertThat(unread.path("total").asLong(0)).isEqualTo(2);
      assertThat(unread.path("inbox").path("mention").path("normal").asLong(0)).isEqualTo(1);
      ann.ask("READ", "cursor", page.path("cursor").asString("")).await("READ");
      assertThat(ann.ask("UNREAD").await("UNREAD").path("total").asLong(9)).isZero();
    }
  }

  @Test
  void an_answer_waits_for_something_and_lets_other_answers_pass() {
    try (var server = ServerFixture.start(folder);
        var bob = TestAgent.join(server, "bob");
        var ann = confirming(server, "ann", Identity.generate())) {
      ann.ask("PENDING", "wait_ms", 30_000);
      assertThat(ann.soFar()).isEmpty();
      bob.say(ann.id(), "now");
      assertThat(entries(ann.await("PENDING"))).containsExactly("dm now");
    }
  }

  @Test
  void a_taken_mention_is_confirmed_and_one_behind_a_filter_waits() {
    var key = Identity.generate();
    try (var server = ServerFixture.start(folder);
        var bob = TestAgent.join(server, "bob");
        var ann = TestAgent.join(server, "ann", key)) {
      bob.say("#general", "taken @ann");
      ann.awaitContent("taken @ann");
      ann.ask("SUBSCRIBE", "channel", "#general", "only", raw("{\"keywords\":[\"x\"]}"))
          .await("SUBSCRIBED");
      bob.say("#general", "waits @ann");
      bob.soFar();
      // The mailbox hears within a second what the socket took. A mention comes a moment later.
      var left = entries(pending(ann));
      while (!left.equals(List.of("mention waits @ann"))) left = entries(pending(ann));
    }
  }
}
