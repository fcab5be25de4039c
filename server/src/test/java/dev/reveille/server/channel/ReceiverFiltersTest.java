package dev.reveille.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Filter;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.Priority;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReceiverFiltersTest {
  private final Map<String, Presence.Member> members = new LinkedHashMap<>();
  private final ReceiverFilters hearers = new ReceiverFilters(members);

  private Presence.Member enter(String agent, ChannelFilter filter) {
    var member =
        new Presence.Member(agent, agent.substring(1), new SessionId("t", members.size()), false);
    members.put(agent, member);
    hearers.membersChanged();
    hearers.put(member, filter);
    return member;
  }

  private static FilteredText said(String sender, String text) {
    return new FilteredText(sender, text, List.of(), List.of(), Priority.NORMAL);
  }

  private static ChannelFilter only(Filter only) {
    return new ChannelFilter(only, List.of(), true);
  }

  @Test
  void while_nobody_filters_all_messages_share_one_list() {
    enter("@a", ChannelFilter.FULL);
    enter("@b", ChannelFilter.FULL);
    var first = hearers.of(said("@a", "x"));
    assertThat(first.shared()).hasSize(2).isSameAs(hearers.everyone());
    assertThat(first.also()).isEmpty();
    assertThat(hearers.of(said("@b", "y")).shared()).isSameAs(first.shared());
    assertThat(hearers.noticing("@a")).isSameAs(first.shared());
  }

  @Test
  void a_filter_of_one_leaves_the_others_one_shared_list() {
    enter("@a", ChannelFilter.FULL);
    var b = enter("@b", only(Filter.keywords("deploy")));
    enter("@c", ChannelFilter.FULL);
    var passed = hearers.of(said("@a", "now deploy it"));
    assertThat(passed.shared()).hasSize(2);
    assertThat(passed.also()).containsExactly(b.session());
    var held = hearers.of(said("@c", "lunch"));
    assertThat(held.shared()).isSameAs(passed.shared());
    assertThat(held.also()).isEmpty();
  }

  @Test
  void a_mute_changes_nothing_for_other_senders() {
    enter("@a", ChannelFilter.FULL);
    enter("@b", new ChannelFilter(null, List.of("@a"), true));
    enter("@c", ChannelFilter.FULL);
    assertThat(hearers.of(said("@c", "x")).shared()).isSameAs(hearers.everyone());
    var muted = hearers.of(said("@a", "x")).shared();
    assertThat(muted).hasSize(2);
    assertThat(hearers.of(said("@a", "y")).shared()).isSameAs(muted);
    hearers.forget("@b");
    assertThat(hearers.of(said("@a", "z")).shared()).hasSize(3);
  }

  @Test
  void own_words_pass_and_those_of_the_server_do_not() {
    var a = enter("@a", only(Filter.whenMentioned()));
    assertThat(hearers.of(said("@a", "x")).also()).containsExactly(a.session());
    assertThat(hearers.of(said(Names.SERVER, "@a came online")).also()).isEmpty();
  }

  @Test
  void what_is_done_without_a_word_is_noticed_by_its_doer_alone() {
    var a = enter("@a", only(Filter.senders("@b")));
    enter("@b", only(Filter.whenMentioned()));
    var c = enter("@c", ChannelFilter.FULL);
    enter("@d", new ChannelFilter(Filter.senders("@b"), List.of("@b"), true));
    assertThat(hearers.noticing("@b")).containsExactlyInAnyOrder(a.session(), c.session());
    assertThat(hearers.noticing("@c")).containsExactly(c.session());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "deploy | please Deploy now | true",
        "deploy | redeploy | false",
        "deploy | deployed | false",
        "deploy | deploy_it | false",
        "deploy | (deploy) | true",
        "deploy | deploy | true",
        "deploy | redeploy, then deploy! | true",
        "DEPLOY | deploy-now | true",
        "build failed | the Build FAILED twice | true",
        "build failed | build  failed | false",
        "build failed | build failedly | false",
        "c++ | I like C++ a lot | true",
        "c++ | c++17 | true",
        "c++ | cc++ | false",
        "!! | what!!! | true",
        "größe | GRÖSSE | false",
        "größe | die GRÖßE zählt | true",
        "部署 | 现在开始部署吧 | true",
        "🚀 | to the 🚀moon | true",
        "42 | 142 | false",
        "42 | route 42. | true"
      })
  void a_keyword_stands_between_word_boundaries_in_any_case(
      String keyword, String text, boolean found) {
    assertThat(said("@a", text).has(FilteredText.Keyword.of(keyword))).isEqualTo(found);
  }

  @Test
  void tags_match_in_any_case_and_a_long_text_is_searched_up_to_a_bound() {
    var said =
        new FilteredText(
            "@a", "x ".repeat(40_000) + "deploy", List.of(), List.of("CI"), Priority.NORMAL);
    assertThat(said.isTagged("ci")).isTrue();
    assertThat(said.isTagged("c")).isFalse();
    assertThat(said.has(FilteredText.Keyword.of("deploy"))).isFalse();
    assertThat(said("@a", "x ".repeat(30_000) + "deploy").has(FilteredText.Keyword.of("deploy")))
        .isTrue();
  }

  @Test
  void whatever_changes_each_gets_what_it_chose_and_nobody_gets_it_twice() {
    SeededRuns.check(
        500,
        random -> {
          var who = new LinkedHashMap<String, Presence.Member>();
          var audience = new ReceiverFilters(who);
          var chosen = new HashMap<String, ChannelFilter>();
          for (int i = 0; i < 60; i++) {
            var agent = "@" + random.nextInt(6);
            if (random.nextInt(4) == 0) {
              who.remove(agent);
              audience.membersChanged();
              audience.forget(agent);
              chosen.remove(agent);
            } else if (random.nextInt(2) == 0) {
              var member =
                  new Presence.Member(agent, "n", new SessionId("t", agent.charAt(1)), false);
              var filter = any(random);
              who.put(agent, member);
              audience.membersChanged();
              audience.put(member, filter);
              chosen.put(agent, filter);
            }
            var sender = "@" + random.nextInt(6);
            var text = random.nextBoolean() ? "deploy" : "lunch";
            var mentions = random.nextBoolean() ? List.of("@1") : List.<String>of();
            var got = new ArrayList<SessionId>();
            var receivers =
                audience.of(new FilteredText(sender, text, mentions, List.of(), Priority.NORMAL));
            got.addAll(receivers.shared());
            got.addAll(receivers.also());
            var expected = new ArrayList<SessionId>();
            for (var member : who.values()) {
              if (wants(
                  chosen.getOrDefault(member.agent(), ChannelFilter.FULL),
                  member.agent(),
                  sender,
                  text,
                  mentions)) {
                expected.add(member.session());
              }
            }
            assertThat(got).containsExactlyInAnyOrderElementsOf(expected);
          }
        });
  }

  private static ChannelFilter any(Random random) {
    var only =
        switch (random.nextInt(4)) {
          case 0 -> null;
          case 1 -> Filter.whenMentioned();
          case 2 -> Filter.keywords("deploy");
          default -> Filter.senders("@2");
        };
    var muted = new ArrayList<String>();
    if (random.nextInt(3) == 0) muted.add("@" + random.nextInt(6));
    return new ChannelFilter(only, muted, true);
  }

  private static boolean wants(
      ChannelFilter filter, String agent, String sender, String text, List<String> mentions) {
    var only = filter.only();
    if (only != null && agent.equals(sender)) return true;
    if (filter.muted().contains(sender)) return false;
    return only == null
        || (only.mentions() && mentions.contains(agent))
        || only.keywords().contains(text)
        || only.senders().contains(sender);
  }
}
