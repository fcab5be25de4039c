package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Direct messages, to those who are there and to those who are not. */
class MailboxTest {
  @TempDir static Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private static Server server;

  @BeforeAll
  static void start() {
    server =
        ServerFixture.start(folder, "CHANNELS", ",", "MAILBOX_MAX", "3", "TAKEOVER_WAIT_MS", "1");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A key agent that was here and is gone for sure. */
  private static void visit(Identity identity, String name, TestAgent witness) {
    leave(TestAgent.join(server, name, identity), witness);
  }

  /**
   * Hangs up and waits until the agent is not among those present: that comes last, after its
   * mailbox was closed. Only an agent that is present can be verified.
   */
  private static void leave(TestAgent agent, TestAgent witness) {
    agent.close();
    boolean here = true;
    while (here) {
      witness.ask("VERIFY_REQUEST", "target", agent.id(), "nonce", "0123456789abcdef");
      here = witness.soFar("ERROR").stream().noneMatch(MailboxTest::isAbsence);
    }
  }

  private static boolean isAbsence(JsonNode error) {
    return error.path("code").asString("").equals("AGENT_NOT_FOUND");
  }

  private static List<String> texts(List<JsonNode> messages) {
    return messages.stream().map(TestAgent::content).toList();
  }

  @Test
  void a_direct_message_is_echoed_and_both_see_the_same() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", Identity.generate())) {
      ann.say(bob.id(), "psst");
      var echo = ann.next("MSG");
      assertThat(bob.next("MSG")).isEqualTo(echo);
      assertThat(TestAgent.fields(echo))
          .containsExactly(
              "type", "ts", "from", "from_name", "to", "content", "msg_id", "verified", "seq");
      assertThat(echo.path("to").asString()).isEqualTo(bob.id());
      assertThat(echo.path("seq").asLong()).isEqualTo(1);
      ann.say(bob.id(), "again");
      assertThat(bob.next("MSG").path("seq").asLong()).isEqualTo(2);
    }
  }

  @Test
  void a_message_to_oneself_comes_once() {
    try (var ann = TestAgent.join(server, "selfish")) {
      ann.ask("MSG", "to", ann.id(), "content", "note", "client_msg_id", "k");
      assertThat(ann.next("MSG").path("client_msg_id").asString()).isEqualTo("k");
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void a_name_that_one_connected_agent_has_is_rewritten_to_its_id() {
    try (var ann = TestAgent.join(server, "ann");
        var carl = TestAgent.join(server, "Carl")) {
      ann.say("@Carl", "by name");
      assertThat(ann.next("MSG").path("to").asString()).isEqualTo(carl.id());
      assertThat(carl.next("MSG").path("to").asString()).isEqualTo(carl.id());
      ann.say("@carl", "other case");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
    }
  }

  @Test
  void a_name_that_two_have_is_agent_not_found_and_neither_hears_it() {
    try (var ann = TestAgent.join(server, "ann");
        var one = TestAgent.join(server, "Dupe");
        var two = TestAgent.join(server, "Dupe")) {
      ann.say("@Dupe", "which one?");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
      assertThat(one.soFar()).isEmpty();
      assertThat(two.soFar()).isEmpty();
    }
  }

  @Test
  void an_unknown_target_is_agent_not_found() {
    try (var ann = TestAgent.join(server, "ann")) {
      for (var to : List.of("@nobody", "@0123456789abcdef", "@#general", "@@x", "@ ", "@😀")) {
        ann.say(to, "hello?");
        assertThat(ann.next("ERROR").path("code").asString()).as(to).isEqualTo("AGENT_NOT_FOUND");
      }
    }
  }

  @Test
  void an_agent_without_a_key_that_left_is_agent_not_found() {
    try (var ann = TestAgent.join(server, "ann");
        var eph = TestAgent.join(server, "shortlived")) {
      ann.say(eph.id(), "while here").awaitContent("while here");
      eph.finish();
      leave(eph, ann);
      ann.say(eph.id(), "too late");
      assertThat(ann.error()).isEqualTo("AGENT_NOT_FOUND");
    }
  }

  @Test
  void mail_for_an_absent_key_agent_comes_in_order_after_its_welcome_and_is_no_replay() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var ann = TestAgent.join(server, "ann")) {
      visit(identity, "erin", ann);
      ann.say(id, "one").say(id, "two").say(id, "three");
      assertThat(texts(ann.soFar())).containsExactly("one", "two", "three");
      try (var erin = TestAgent.connect(server)) {
        erin.identify("erin", identity);
        erin.next("WELCOME");
        for (int i = 1; i <= 3; i++) {
          var mail = erin.next("MSG");
          assertThat(mail.path("seq").asLong()).isEqualTo(i);
          assertThat(mail.has("replay")).isFalse();
          assertThat(mail.path("from_name").asString()).isEqualTo("ann");
        }
        ann.say(id, "live");
        assertThat(TestAgent.content(erin.next("MSG"))).isEqualTo("live");
      }
    }
  }

  @Test
  void a_full_mailbox_refuses_and_takes_again_after_it_was_emptied() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var ann = TestAgent.join(server, "ann")) {
      visit(identity, "fred", ann);
      for (int i = 1; i <= 4; i++) ann.say(id, "m" + i);
      assertThat(texts(List.of(ann.next("MSG"), ann.next("MSG"), ann.next("MSG"))))
          .containsExactly("m1", "m2", "m3");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("RATE_LIMITED");
      var fred = TestAgent.join(server, "fred", identity);
      leave(fred, ann);
      for (int i = 0; i < 50; i++) {
        // The cursor follows what the socket took, a moment later.
        ann.say(id, "again");
        if (TestAgent.type(ann.next()).equals("MSG")) return;
      }
      throw new AssertionError("the mailbox stayed full");
    }
  }

  @Test
  void what_was_offered_before_but_may_not_have_arrived_is_marked_as_replay() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var ann = TestAgent.join(server, "ann")) {
      visit(identity, "gina", ann);
      ann.say(id, "first").soFar();
      var gina = TestAgent.join(server, "gina", identity);
      leave(gina, ann);
      ann.say(id, "second").soFar();
      try (var back = TestAgent.connect(server)) {
        back.identify("gina", identity);
        back.next("WELCOME");
        var mail = back.soFar();
        assertThat(TestAgent.content(mail.getLast())).isEqualTo("second");
        assertThat(mail.getLast().has("replay")).isFalse();
        assertThat(mail.subList(0, mail.size() - 1))
            .allSatisfy(m -> assertThat(m.path("replay").asBoolean(false)).isTrue());
      }
    }
  }

  @Test
  void a_name_of_16_hex_digits_is_refused_so_it_catches_nobodys_mail() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var ann = TestAgent.join(server, "ann");
        var thief = TestAgent.connect(server)) {
      ann.say(id, "never here");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
      visit(identity, "hugo", ann);
      thief.ask("IDENTIFY", "name", identity.agentId());
      assertThat(thief.error()).isEqualTo("INVALID_NAME");
      ann.ask("SET_NICK", "nick", "ABCDEF0123456789");
      assertThat(ann.error()).isEqualTo("INVALID_NAME");
      ann.say(id, "for hugo");
      assertThat(ann.next("MSG").path("to").asString()).isEqualTo(id);
    }
  }

  @Test
  void the_id_of_an_agent_without_a_key_that_left_is_never_taken_for_a_name() {
    try (var ann = TestAgent.join(server, "ann")) {
      var victim = TestAgent.join(server, "victim");
      var id = victim.id();
      leave(victim, ann);
      try (var thief = TestAgent.join(server, id.substring(1))) {
        ann.say(id, "for the victim");
        assertThat(ann.await("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
        ann.ask("FILE_CHUNK", "to", id, "content", "x");
        assertThat(ann.await("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
        ann.say(ann.id(), "hello " + id + " and " + ann.id());
        assertThat(ann.await("MSG").path("mentions").toString())
            .contains(ann.id())
            .doesNotContain(thief.id());
        assertThat(thief.soFar()).isEmpty();
      }
    }
  }

  @Test
  void an_absent_agent_with_a_key_is_found_by_its_last_name() {
    var igor = Identity.generate();
    try (var ann = TestAgent.join(server, "ann")) {
      visit(igor, "igor", ann);
      ann.say("@igor", "by name");
      assertThat(ann.awaitContent("by name").path("to").asString()).isEqualTo("@" + igor.agentId());
      try (var other = TestAgent.join(server, "igor")) {
        ann.say("@igor", "who is here goes first");
        other.awaitContent("who is here goes first");
      }
      visit(Identity.generate(), "igor", ann);
      ann.say("@igor", "which of them?");
      assertThat(ann.await("ERROR").toString()).contains("AGENT_NOT_FOUND", "use the id");
      try (var back = TestAgent.connect(server)) {
        back.identify("igor2", igor);
        back.awaitContent("by name");
      }
    }
  }

  @Test
  void a_name_that_looks_like_a_connected_agents_id_does_not_catch_its_mail() {
    try (var ann = TestAgent.join(server, "ann");
        var victim = TestAgent.join(server, "victim");
        var thief = TestAgent.join(server, victim.id().substring(1))) {
      ann.say(victim.id(), "for you");
      assertThat(TestAgent.content(victim.next("MSG"))).isEqualTo("for you");
      assertThat(thief.soFar()).isEmpty();
    }
  }

  @Test
  void an_id_is_matched_exactly() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", Identity.generate())) {
      ann.say(bob.id().toUpperCase(Locale.ROOT), "shouting");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("AGENT_NOT_FOUND");
    }
  }

  @Test
  void mail_amid_reconnections_comes_in_order_once_unless_it_says_replay(@TempDir Path other)
      throws Exception {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var quiet = ServerFixture.start(other, "CHANNELS", ",", "TAKEOVER_WAIT_MS", "1");
        var ann = TestAgent.join(quiet, "ann")) {
      TestAgent.join(quiet, "ivan", identity).close();
      var writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 1; i <= 400; i++) {
                      ann.say(id, "m" + i);
                      if (i % 10 == 0) ann.soFar();
                    }
                  });
      var seen = new TreeSet<Long>();
      while (seen.size() < 400) {
        try (var ivan = TestAgent.connect(quiet)) {
          ivan.identify("ivan", identity);
          ivan.await("WELCOME");
          var mail = new ArrayList<JsonNode>();
          while (mail.size() < 40 && seen.size() + mail.size() < 400) mail.add(ivan.next("MSG"));
          mail.addAll(ivan.finish());
          long last = mail.getFirst().path("seq").asLong() - 1;
          for (var m : mail) {
            long seq = m.path("seq").asLong();
            assertThat(TestAgent.content(m)).isEqualTo("m" + seq);
            assertThat(seq).isEqualTo(++last);
            if (!seen.add(seq)) assertThat(m.path("replay").asBoolean(false)).isTrue();
          }
        }
      }
      assertThat(seen.getLast()).isEqualTo(400);
      writer.join();
    }
  }
}
