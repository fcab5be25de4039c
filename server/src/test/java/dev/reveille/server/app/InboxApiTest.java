package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The inbox over HTTP. */
class InboxApiTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", KEY);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** An identity with a token. */
  private record Bot(Web web, String id, String token) {
    JsonNode get(String target) throws IOException {
      var answer = web.get("/api/v1/" + target);
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(answer.header("Cache-Control")).contains("no-store");
      return answer.json();
    }

    JsonNode post(String target, String json) throws IOException {
      var answer = web.post("/api/v1/" + target, json);
      assertThat(answer.status()).as(answer.body()).isLessThan(300);
      return answer.json();
    }

    void send(String to, String content) throws IOException {
      post("messages", "{\"to\":\"" + to + "\",\"content\":\"" + content + "\"}");
    }
  }

  private Bot bot(String name, Object... more) {
    var fields =
        new ArrayList<Object>(
            List.of(
                "admin_key",
                KEY,
                "name",
                "t",
                "scopes",
                new TestAgent.RawJson("[\"send\",\"observe\"]")));
    if (!name.isEmpty()) fields.addAll(List.of("new_identity", name));
    fields.addAll(List.of(more));
    try (var admin = TestAgent.connect(server)) {
      var made = admin.ask("ADMIN_TOKEN_NEW", fields.toArray()).next("ADMIN_RESULT");
      var token = made.path("token").asString("");
      var web = Web.of(server).with("Authorization", "Bearer " + token);
      return new Bot(web, made.path("agent_id").asString(""), token);
    }
  }

  private static List<String> contents(JsonNode pending) {
    var texts = new ArrayList<String>();
    pending.path("entries").forEach(e -> texts.add(e.path("content").asString("")));
    return texts;
  }

  @Test
  void what_is_pending_comes_again_until_it_is_confirmed() throws Exception {
    var ada = bot("ada");
    var bob = bot("bob");
    bob.send(ada.id(), "one");
    bob.send("#general", "hi @ada");
    bob.send("#general", "to nobody");
    // The mention is told to the inbox after its message is stored.
    while (contents(ada.get("pending")).size() < 2) Thread.onSpinWait();
    for (int i = 0; i < 2; i++) {
      var pending = ada.get("pending");
      assertThat(contents(pending)).containsExactly("one", "hi @ada");
      assertThat(pending.path("entries").get(0).path("because").asString("")).isEqualTo("dm");
      assertThat(pending.path("entries").get(1).path("because").asString("")).isEqualTo("mention");
    }
    var counts = ada.get("unread");
    assertThat(counts.path("inbox").path("dm").path("normal").asInt()).isEqualTo(1);
    assertThat(counts.path("inbox").path("mention").path("normal").asInt()).isEqualTo(1);
    assertThat(contents(ada.get("pending?limit=1"))).containsExactly("one");
    var cursor = ada.get("pending").path("cursor").asString("");
    try (var body = TestAgent.connect(server)) {
      body.ask("IDENTIFY", "token", ada.token(), "confirm", true);
      body.welcomed();
      var marks = ada.post("read", "{\"cursor\":\"" + cursor + "\"}");
      assertThat(marks.path("seq").asLong()).isEqualTo(1);
      var news = body.await("READ");
      assertThat(news.path("side").asBoolean()).as("the body is told").isTrue();
    }
    assertThat(contents(ada.get("pending"))).isEmpty();
    assertThat(contents(bob.get("pending"))).isEmpty();
    assertThat(ada.web().post("/api/v1/read", "{\"cursor\":\"nonsense\"}").status()).isEqualTo(400);
    var foreign = bob.get("pending").path("cursor").asString("");
    assertThat(ada.web().post("/api/v1/read", "{\"cursor\":\"" + foreign + "\"}").status())
        .isEqualTo(400);
  }

  @Test
  void channels_and_filters_are_those_of_the_wire() throws Exception {
    var ada = bot("ada");
    var bob = bot("bob");
    assertThat(contents(ada.get("pending?channels=general"))).isEmpty();
    bob.send("#general", "about tea");
    bob.send("#general", "about coffee");
    assertThat(contents(ada.get("pending?channels=%23general"))).hasSize(2);
    var filtered = ada.get("pending?channels=general&keywords=tea,milk");
    assertThat(contents(filtered)).containsExactly("about tea");
    assertThat(filtered.path("passed_over").asInt()).isEqualTo(1);
    for (var query :
        List.of(
            "limit=0",
            "limit=x",
            "limit=201",
            "wait_ms=60001",
            "wait_ms=-1",
            "priority=urgent",
            "senders=nobody",
            "channels=not%20a%20channel")) {
      assertThat(ada.web().get("/api/v1/pending?" + query).status()).as(query).isEqualTo(400);
    }
    assertThat(ada.web().get("/api/v1/pending?channels=nowhere").status()).isEqualTo(404);
  }

  @Test
  void a_receipt_tells_what_became_of_a_message() throws Exception {
    var ada = bot("ada");
    var bob = bot("bob");
    var sent =
        bob.post("messages", "{\"to\":\"" + ada.id() + "\",\"content\":\"x\",\"receipt\":true}");
    var target = "receipts/" + sent.path("id").asString("");
    assertThat(bob.get(target).path("level").asString("")).isEqualTo("stored");
    var cursor = ada.get("pending").path("cursor").asString("");
    ada.post("read", "{\"cursor\":\"" + cursor + "\"}");
    assertThat(bob.get(target).path("level").asString("")).isEqualTo("retrieved");
    assertThat(ada.web().get("/api/v1/" + target).status()).as("another's").isEqualTo(400);
    assertThat(bob.web().get("/api/v1/receipts/nothing").status()).isEqualTo(400);
  }

  private static <T> CompletableFuture<T> async(Callable<T> work) {
    var done = new CompletableFuture<T>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                done.complete(work.call());
              } catch (Exception | AssertionError e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }

  /** Waits until the server has so many side sessions. */
  private void awaitSides(int count) throws Exception {
    var text = "reveille_sessions_side " + count + ".0";
    while (!Web.of(server).get("/metrics").body().contains(text)) Thread.sleep(5);
  }

  @Test
  void a_request_that_waits_is_answered_when_something_comes_or_its_time_is_over()
      throws Exception {
    var ada = bot("ada");
    var bob = bot("bob");
    assertThat(contents(ada.get("pending?wait_ms=50"))).isEmpty();
    var waiting = async(() -> ada.get("pending?wait_ms=60000"));
    awaitSides(1);
    bob.send("#general", "not for her");
    assertThat(waiting.isDone()).isFalse();
    bob.send(ada.id(), "for her");
    assertThat(contents(waiting.get(20, TimeUnit.SECONDS))).containsExactly("for her");
    awaitSides(0);
  }

  @Test
  void at_most_sixteen_wait_for_one_identity_and_one_that_hangs_up_makes_room() throws Exception {
    var ada = bot("ada");
    var bob = bot("bob");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting = new ArrayList<Future<JsonNode>>();
      for (int i = 0; i < 15; i++) {
        waiting.add(threads.submit(() -> ada.get("pending?wait_ms=60000")));
      }
      var gone = ada.web().open("GET", "/api/v1/pending?wait_ms=60000", "");
      awaitSides(16);
      var refused = ada.web().get("/api/v1/pending");
      assertThat(refused.status()).as(refused.body()).isEqualTo(429);
      assertThat(refused.header("Retry-After")).isNotEmpty();
      gone.close();
      awaitSides(15);
      bob.send(ada.id(), "now");
      for (var each : waiting) assertThat(contents(each.get())).containsExactly("now");
    }
    awaitSides(0);
  }

  @Test
  void a_token_that_ends_meanwhile_gets_nothing() throws Exception {
    var ada = bot("ada");
    var waiting = async(() -> ada.web().get("/api/v1/pending?wait_ms=60000"));
    awaitSides(1);
    try (var admin = TestAgent.connect(server)) {
      var id = ada.web().get("/api/v1/me").json().path("token").asString("");
      admin.ask("ADMIN_TOKEN_REVOKE", "admin_key", KEY, "token_id", id).next("ADMIN_RESULT");
    }
    var answer = waiting.get(20, TimeUnit.SECONDS);
    assertThat(answer.status()).as(answer.body()).isEqualTo(403);
    var unbound = bot("");
    assertThat(unbound.web().get("/api/v1/pending").status()).isEqualTo(403);
    assertThat(unbound.web().get("/api/v1/unread").status()).isEqualTo(403);
  }
}
