package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents that are away are found by id and by name, and at what cost. */
class AbsentNamesTest extends SideFixture {
  private final List<Identity> bots = new ArrayList<>();

  /** Makes an agent known under a name; it is away afterwards. */
  private String known(String name, Identity key) {
    var agent = join(name, key);
    agent.vanish();
    chat.run();
    return "@" + key.agentId();
  }

  private String known(String name) {
    bots.add(SeededIdentity.of(200 + bots.size()));
    return known(name, bots.getLast());
  }

  private List<String> mentions(SimulatedAgent by, String text) {
    int before = by.echoes().size();
    say(by, "#general", text);
    assertThat(by.echoes()).as(text).hasSize(before + 1);
    var ids = new ArrayList<String>();
    by.echoes().getLast().json().path("mentions").forEach(id -> ids.add(id.asString("")));
    return ids;
  }

  @Test
  void a_text_mentions_them_by_id_and_by_name_whichever_session_says_it() {
    var ada = known("Ada", KEY);
    var aside = chat.connect("cy").identifyAside(OTHER);
    chat.run();
    for (var speaker : List.of(join("bob"), aside)) {
      assertThat(mentions(speaker, "hi @ada")).containsExactly(ada);
      assertThat(mentions(speaker, "hi @ADA!")).containsExactly(ada);
      assertThat(mentions(speaker, "hi " + ada)).containsExactly(ada);
      assertThat(mentions(speaker, "hi @adam, @nobody and @0000000000000000")).isEmpty();
    }
  }

  @Test
  void a_name_that_several_have_mentions_all_of_them_up_to_a_bound() {
    var ids = List.of(known("bot"), known("Bot"), known("BOT"));
    var bob = join("bob");
    assertThat(mentions(bob, "@bot")).containsExactlyInAnyOrderElementsOf(ids);
    for (int i = 0; i < 25; i++) known("bot");
    assertThat(mentions(bob, "@bot")).hasSize(20);
    assertThat(mentions(bob, "@bot @" + ids.getFirst().substring(1))).contains(ids.getFirst());
  }

  @Test
  void a_connected_agent_of_the_name_is_meant_and_those_that_are_away_are_not() {
    known("ada", KEY);
    var here = join("ada", OTHER);
    assertThat(mentions(join("bob"), "@ada")).containsExactly(id(here));
  }

  @Test
  void a_message_costs_no_read_unless_it_may_mean_somebody_who_is_away() {
    known("ada", KEY);
    var bob = join("bob");
    var eve = join("eve");
    say(bob, "#general", "first");
    for (var text :
        List.of(
            "no word",
            "@eve and @BOB and " + id(eve),
            "mail@example.org",
            "@@cb:1s@@x",
            "@@wake@@ hi")) {
      long before = chat.store().readCount();
      say(bob, "#general", text);
      assertThat(chat.store().readCount() - before).as(text).isZero();
    }
    for (var text : List.of("@nobody", "@nobody @Nobody @other @" + "x ".repeat(50), many(5_000))) {
      long before = chat.store().readCount();
      say(bob, "#general", text);
      assertThat(chat.store().readCount() - before).isEqualTo(1);
    }
    long before = chat.store().readCount();
    say(bob, "@eve", "direct");
    assertThat(chat.store().readCount() - before).isZero();
  }

  private static String many(int words) {
    var text = new StringBuilder();
    for (int i = 0; i < words; i++) text.append("@w").append(i).append(' ');
    return text.toString();
  }

  @Test
  void a_direct_message_by_name_tells_whom_it_meant() {
    var ada = known("ada", KEY);
    var bob = join("bob");
    say(bob, "@ada", "hello");
    var echo = bob.echoes().getLast().json();
    assertThat(echo.path("to").asString("")).isEqualTo(ada);
    assertThat(echo.path("to_name").asString("")).isEqualTo("ada");
    var repeat = ClientMessage.Msg.of("@ada", "hello").withClientMsgId(bob.keys().getLast());
    ask(bob, repeat);
    assertThat(bob.echoes().getLast().json()).isEqualTo(echo);
    say(bob, ada, "by id");
    assertThat(bob.echoes().getLast().json().has("to_name")).isFalse();
    var eve = join("eve");
    say(bob, "@eve", "here");
    assertThat(bob.echoes().getLast().json().path("to").asString("")).isEqualTo(id(eve));
    assertThat(bob.echoes().getLast().json().path("to_name").asString("")).isEqualTo("eve");
    say(bob, "@ADA", "a target is an exact name");
    assertThat(errors(bob)).containsExactly(ErrorCode.AGENT_NOT_FOUND);
  }

  @Test
  void an_ambiguous_target_is_answered_with_some_ids() {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 3; i++) ids.add(known("bot"));
    var bob = join("bob");
    say(bob, "@bot", "which?");
    var told = got(bob, ServerMessage.Failure.class).getLast();
    assertThat(told.code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    assertThat(told.message()).contains("3 agents").contains(ids);
    for (int i = 0; i < 30; i++) known("bot");
    say(bob, "@bot", "which?");
    assertThat(got(bob, ServerMessage.Failure.class).getLast().message())
        .contains("…")
        .hasSizeLessThan(200);
    var both = List.of(join("twin", KEY), join("twin", OTHER));
    say(bob, "@twin", "which?");
    assertThat(got(bob, ServerMessage.Failure.class).getLast().message())
        .contains(both.stream().map(SideFixture::id).toList());
  }

  @Test
  void a_message_is_refused_if_nobody_can_say_whom_it_means() {
    known("ada", KEY);
    var bob = join("bob");
    say(bob, "#general", "first");
    chat.store().unreadable(true);
    say(bob, "#general", "hi @ada");
    say(bob, "@ada", "hi");
    assertThat(errors(bob))
        .containsExactly(ErrorCode.STORE_UNAVAILABLE, ErrorCode.STORE_UNAVAILABLE);
    say(bob, "#general", "hi @bob");
    assertThat(errors(bob)).hasSize(2);
    chat.store().unreadable(false);
    assertThat(mentions(bob, "hi @ada")).hasSize(1);
  }

  @Test
  void the_order_of_a_session_is_kept_while_names_are_looked_up() {
    known("ada", KEY);
    var bob = join("bob");
    for (int i = 0; i < 20; i++) bob.say("#general", i % 3 == 0 ? i + " @ada" : i + " hi");
    chat.run();
    var keys = bob.echoes().stream().map(e -> e.json().path("client_msg_id").asString("")).toList();
    assertThat(keys).isEqualTo(bob.keys());
  }
}
