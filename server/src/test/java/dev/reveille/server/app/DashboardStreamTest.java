package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.observe.FeedPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The live stream of events, and pages of past ones. */
class DashboardStreamTest extends OneServerFixture {
  /** The texts of messages until the one that is the last, and the id each came with. */
  private static List<String> texts(Web.Following stream, String last, List<String> ids)
      throws Exception {
    var texts = new ArrayList<String>();
    while (true) {
      var said = stream.next();
      if (!said.id().isEmpty()) ids.add(said.id());
      var message = said.event().equals("feed") ? said.json().path("message") : null;
      if (message == null || !message.path("from_name").asString("").equals("ann")) continue;
      texts.add(message.path("content").asString(""));
      if (texts.getLast().equals(last)) return texts;
    }
  }

  private static List<String> numbered(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> "m" + i).toList();
  }

  @Test
  void one_who_comes_back_after_a_restart_goes_on_where_it_was() throws Exception {
    var ids = new ArrayList<String>();
    try (var ann = TestAgent.join(server, "ann");
        var stream = Web.of(server).follow("/api/stream")) {
      stream.await("hello");
      for (int i = 1; i <= 300; i++) ann.say("#general", "m" + i);
      assertThat(texts(stream, "m300", ids)).isEqualTo(numbered(1, 300));
      for (int i = 301; i <= 320; i++) ann.say("#general", "m" + i);
      ann.awaitContent("m320");
    }
    server.close();
    start();
    try (var ann = TestAgent.join(server, "ann")) {
      for (int i = 321; i <= 330; i++) ann.say("#general", "m" + i);
      var resumed = Web.of(server).with("Last-Event-ID", ids.getLast());
      try (var stream = resumed.follow("/api/stream")) {
        var more = new ArrayList<String>();
        assertThat(texts(stream, "m330", more)).isEqualTo(numbered(301, 330));
        assertThat(more).doesNotContainAnyElementsOf(ids.subList(0, ids.size() - 1));
      }
    }
  }

  @Test
  void one_who_comes_back_to_another_store_is_told_so_and_begins_at_its_end() throws Exception {
    String before;
    var places = new FeedPlaces(Web.of(server).get("/api/session").json().path("store").asString());
    var beyond = Web.of(server).with("Last-Event-ID", places.of(999_999_999));
    try (var stream = beyond.follow("/api/stream");
        var ann = TestAgent.join(server, "ann")) {
      var hello = stream.await("hello").json();
      before = hello.path("store").asString("");
      assertThat(before).isNotEmpty();
      assertThat(hello.path("lost").asString("")).contains("beyond the newest");
      ann.say("#general", "m1");
      assertThat(texts(stream, "m1", new ArrayList<>())).containsExactly("m1");
    }
    var session = Web.of(server).get("/api/session").json();
    assertThat(session.path("store").asString("")).isEqualTo(before);
    server.close();
    start();
    try (var stream = Web.of(server).follow("/api/stream")) {
      assertThat(stream.await("hello").json().path("store").asString("")).isEqualTo(before);
    }
    server.close();
    server = ServerFixture.start(folder.resolve("other"));
    var foreign = Web.of(server).with("Last-Event-ID", places.of(1));
    try (var stream = foreign.follow("/api/stream");
        var ann = TestAgent.join(server, "ann")) {
      var hello = stream.await("hello").json();
      assertThat(hello.path("store").asString(before)).isNotEmpty().isNotEqualTo(before);
      assertThat(hello.path("lost").asString("")).contains("another store");
      ann.say("#general", "m2");
      assertThat(texts(stream, "m2", new ArrayList<>())).containsExactly("m2");
    }
    var page = Web.of(server).get("/api/events?after=" + places.of(1));
    assertThat(page.status()).isEqualTo(400);
    assertThat(page.body()).contains("another store");
  }

  @Test
  void a_place_that_is_none_is_refused() throws Exception {
    for (var place : List.of("x", "-1", "0", "17", "1.5", "99999999999999999999", "AQ", "end")) {
      var web = Web.of(server).with("Last-Event-ID", place);
      assertThat(web.get("/api/stream").status()).as(place).isEqualTo(400);
      for (var name : List.of("after", "before")) {
        var page = Web.of(server).get("/api/events?" + name + "=" + place);
        assertThat(page.status()).as(place).isEqualTo(400);
        assertThat(page.body()).contains("no place in the feed");
      }
    }
  }

  @Test
  void the_feed_is_read_to_its_ends_by_places_that_are_only_carried() throws Exception {
    try (var ann = TestAgent.join(server, "ann")) {
      for (int i = 1; i <= 30; i++) ann.say("#general", "m" + i);
      ann.awaitContent("m30");
      var web = Web.of(server);
      var all = ids(web.get("/api/events?limit=500"));
      var down = new ArrayList<String>();
      var page = web.get("/api/events?limit=7");
      down.addAll(ids(page));
      while (page.json().path("more").asBoolean(false)) {
        page = web.get("/api/events?limit=7&before=" + page.json().path("looked_to").asString(""));
        down.addAll(0, ids(page));
      }
      var up = new ArrayList<String>();
      for (var place = "start"; !up.contains(all.getLast()); place = up.getLast()) {
        up.addAll(ids(web.get("/api/events?limit=7&after=" + place)));
      }
      assertThat(down).isEqualTo(all);
      assertThat(up).isEqualTo(all);
      try (var stream = web.follow("/api/stream")) {
        var hello = stream.await("hello").json();
        assertThat(hello.path("last").asString("")).isEqualTo(all.getLast());
        assertThat(hello.path("lost").isNull()).isTrue();
        var older = web.get("/api/events?limit=500&before=" + hello.path("older").asString(""));
        assertThat(ids(older)).isEqualTo(all);
      }
    }
  }

  private static List<String> ids(Web.Answer page) {
    var ids = new ArrayList<String>();
    for (var event : page.json().path("events")) ids.add(event.path("id").asString(""));
    return ids;
  }

  private static String counts(int dms, int mentions, int channel, int fires) {
    return "\"dms\":%d,\"mentions\":%d,\"channel_messages\":%d,\"callback_fires\":%d"
        .formatted(dms, mentions, channel, fires);
  }

  @Test
  void a_sleeper_is_told_with_its_wake_time_and_its_buffer_grows_and_it_wakes() throws Exception {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var stream = Web.of(server).follow("/api/stream")) {
      assertThat(stream.await("agents").json().path("all").asBoolean(false)).isTrue();
      ann.say("#general", "@@cb:500s@@later").say("#general", "@@sleep:600s@@");
      bob.await("PRESENCE");
      var asleep = stream.await(said -> isAbout(said, ann, "\"wake_at\":"));
      assertThat(asleep.data()).contains("\"mode\":\"default\"").contains("\"buffered\":0");
      bob.say(ann.id(), "one").say(ann.id(), "two").soFar();
      var grown = stream.await(said -> isAbout(said, ann, "\"buffered\":2"));
      assertThat(grown.data()).contains("\"dms\":2").doesNotContain(bob.id());
      bob.say("#general", "@ann").soFar();
      stream.await(said -> isAbout(said, ann, counts(2, 1, 0, 0)));
      ann.say("#general", "@@cb:0s@@x@@cb:0s#general@@y@@sleep:600s:buffer@@").soFar();
      bob.await(m -> TestAgent.content(m).equals("@@cb-fire@@y"));
      bob.say("#general", "plain").soFar();
      stream.await(said -> isAbout(said, ann, counts(2, 1, 1, 2)));
      ann.ask("MUTE", "agent", bob.id()).await("MUTED");
      stream.await(said -> isAbout(said, ann, "\"buffered\":2," + counts(0, 0, 0, 2)));
      ann.say("#general", "@@wake@@");
      stream.await(said -> isAbout(said, ann, "\"sleep\":null"));
      bob.finish();
      stream.await(
          said -> said.event().equals("agents") && said.data().contains("gone\":[\"" + bob.id()));
    }
  }

  private static boolean isAbout(Web.Said said, TestAgent agent, String what) {
    return said.event().equals("agents")
        && said.data().contains(agent.id())
        && said.data().contains(what);
  }

  @Test
  void callbacks_are_counted_with_the_next_time_and_without_what_they_say() throws Exception {
    try (var ann = TestAgent.join(server, "ann")) {
      ann.say("#general", "@@cb:500s@@sesame").say("#general", "@@cb:900s@@more").soFar();
      var row = Web.of(server).get("/api/agents/" + ann.id()).json();
      assertThat(row.path("callbacks").path("pending").asInt(0)).isEqualTo(2);
      assertThat(row.path("callbacks").path("next_fire_at").asLong(0))
          .isBetween(System.currentTimeMillis() + 400_000, System.currentTimeMillis() + 500_000);
      assertThat(row.path("channels").toString()).contains("#general");
      assertThat(row.path("presence").asString("")).isEqualTo("online");
      assertThat(row.path("verified").asBoolean(true)).isFalse();
      assertThat(Web.of(server).get("/api/agents/@nobodyhere").status()).isEqualTo(404);
    }
  }

  @Test
  void history_is_read_in_pages_and_searched_as_far_as_is_said() throws Exception {
    try (var ann = TestAgent.join(server, "ann")) {
      for (int i = 1; i <= 120; i++) ann.say("#general", i % 40 == 0 ? "Needle" + i : "hay " + i);
      ann.awaitContent("Needle120");
      var web = Web.of(server);
      var page = web.get("/api/channels/general/messages?limit=50").json().path("messages");
      assertThat(page.size()).isEqualTo(50);
      assertThat(page.get(49).path("content").asString("")).isEqualTo("Needle120");
      long first = page.get(0).path("seq").asLong(0);
      var older = web.get("/api/channels/%23general/messages?limit=20&before=" + first).json();
      assertThat(older.path("messages").get(19).path("seq").asLong(0)).isEqualTo(first - 1);
      var newer = web.get("/api/channels/general/messages?limit=5&after=" + first).json();
      assertThat(newer.path("messages").get(0).path("seq").asLong(0)).isEqualTo(first + 1);
      var found = web.get("/api/channels/general/search?q=nEEDLE&limit=2").json();
      assertThat(found.path("messages").toString()).contains("Needle120").contains("Needle80");
      long more = found.path("more_before").asLong(0);
      var rest = web.get("/api/channels/general/search?q=needle&limit=2&before=" + more).json();
      assertThat(rest.path("messages").size()).isEqualTo(1);
      assertThat(rest.path("more_before").asLong(-1)).isZero();
      for (var odd : List.of("limit=x", "limit=-1", "limit=999999999", "before=zz", "after=-5")) {
        var answer = web.get("/api/channels/general/messages?" + odd);
        assertThat(answer.status()).as(odd).isEqualTo(200);
        assertThat(answer.json().path("messages").size()).isLessThanOrEqualTo(500);
      }
      var strip = web.get("/api/timeline?buckets=10").json();
      assertThat(strip.path("counts").size()).isEqualTo(10);
      long sum = 0;
      for (var count : strip.path("counts")) sum += count.asLong(0);
      assertThat(sum).isGreaterThanOrEqualTo(121);
      assertThat(web.get("/api/timeline?from=5&to=1&buckets=0").status()).isEqualTo(200);
      assertThat(web.get("/api/timeline?from=9000000000000000000").status()).isEqualTo(200);
    }
  }

  @Test
  void the_feed_is_filtered_by_kind_agent_and_channel() throws Exception {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.say("#general", "a").awaitContent("a");
      bob.say("#agents", "b").awaitContent("b");
      var web = Web.of(server);
      var online = web.get("/api/events?kind=agent.online").json().path("events");
      assertThat(online.size()).isEqualTo(2);
      var of = web.get("/api/events?kind=agent,message&agent=" + bob.id()).json().path("events");
      for (var event : of) assertThat(event.path("agent").asString("")).isEqualTo(bob.id());
      assertThat(of.toString()).contains("agent.online").contains("\"b\"");
      var in = web.get("/api/events?kind=message&channel=%23agents").json().path("events");
      assertThat(in.toString()).contains("\"content\":\"b\"").doesNotContain("\"content\":\"a\"");
    }
  }
}
