package dev.reveille.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.outgoing.OutgoingAnswer.Answered;
import dev.reveille.server.outgoing.OutgoingAnswer.Failed;
import dev.reveille.server.outgoing.OutgoingAnswer.Refused;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingClientTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
  private static final OutgoingLimits SHORT =
      OutgoingLimits.USUAL.connect(Duration.ofMillis(300)).total(Duration.ofMillis(300));

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<String> lookedUp = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (var each : opened.reversed()) each.close();
  }

  private LocalServer started(LocalServer server) {
    opened.add(server);
    return server;
  }

  private OutgoingClient client(String allowed, AddressLookup lookup) {
    var client = new OutgoingClient(new SystemClock(), AllowedHosts.parse(allowed), lookup, null);
    opened.add(client);
    return client;
  }

  /** Answers each lookup with the next list of addresses; the last one again and again. */
  private AddressLookup names(String... answers) {
    var left = new ArrayDeque<>(Arrays.asList(answers));
    return host -> {
      lookedUp.add(host);
      var answer = left.size() > 1 ? left.remove() : left.element();
      if (answer.isEmpty()) throw new UnknownHostException(host);
      return Arrays.stream(answer.split(" ")).map(InetAddress::ofLiteral).toList();
    };
  }

  private OutgoingClient local() {
    return client("hook.example", names("127.0.0.1"));
  }

  @Test
  void a_request_reaches_a_server_and_brings_its_answer() throws Exception {
    var server =
        started(
            LocalServer.answering(
                "HTTP/1.1 201 Created\r\nX-Note: a\r\nx-note: b\r\nContent-Length: 4\r\n\r\nmade"));
    var request =
        OutgoingRequest.post(
                server.url("hook.example", "/in?x=1"), "text/plain", OutgoingBody.of("body"))
            .header("Authorization", "Bearer t");
    var answer = (Answered) local().send(request);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body().text()).isEqualTo("made");
    assertThat(answer.headers().get("x-note")).containsExactly("a", "b");
    assertThat(server.bodies()).containsExactly("body");
    assertThat(server.heads().getFirst())
        .startsWith("POST /in?x=1 HTTP/1.1")
        .anyMatch(line -> line.equalsIgnoreCase("host: hook.example:" + server.port()))
        .anyMatch(line -> line.equalsIgnoreCase("authorization: Bearer t"))
        .anyMatch(line -> line.equalsIgnoreCase("content-length: 4"));
  }

  @Test
  void a_signed_request_carries_its_headers() throws Exception {
    var server = started(LocalServer.answering(OK));
    var signing = new BodySigning(SigningSecret.of("0123456789abcdef"), "e1", "r1");
    var body = OutgoingBody.of("{\"n\":1}");
    var request =
        OutgoingRequest.post(server.url("hook.example", "/"), "application/json", body)
            .signed(signing);
    assertThat(local().send(request)).isInstanceOf(Answered.class);
    var head = server.heads().getFirst();
    var second = value(head, BodySigning.TIMESTAMP);
    assertThat(value(head, BodySigning.SIGNATURE))
        .isEqualTo(signing.headers(body, Long.parseLong(second) * 1000).get(BodySigning.SIGNATURE));
    assertThat(value(head, BodySigning.EVENT)).isEqualTo("e1");
    assertThat(local().send(request.header("reveille-event", "forged")))
        .isInstanceOf(Refused.class);
  }

  private static String value(List<String> head, String name) {
    return head.stream()
        .filter(line -> line.regionMatches(true, 0, name + ": ", 0, name.length() + 2))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "localhost",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0x7f000001",
        "0177.0.0.1",
        "017700000001",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "0.0.0.0",
        "0",
        "[::]",
        "127.0.0.1.",
        "169.254.169.254"
      })
  void no_spelling_of_this_machine_is_reached(String host) throws Exception {
    var server = started(LocalServer.answering(OK));
    var answer =
        client("", AddressLookup.SYSTEM)
            .send(OutgoingRequest.get(server.url(host, "/")).within(SHORT));
    assertThat(answer).isNotInstanceOf(Answered.class);
    assertThat(server.connections()).isZero();
  }

  @Test
  void a_private_address_is_refused_with_the_setting_that_allows_it() throws Exception {
    var server = started(LocalServer.answering(OK));
    var answer =
        client("", names("127.0.0.1")).send(OutgoingRequest.get(server.url("hook.example", "/")));
    assertThat(answer)
        .isEqualTo(
            new Refused(
                "hook.example has no public address; the setting OUTGOING_ALLOW can allow it"));
    assertThat(server.connections()).isZero();
  }

  @Test
  void a_name_that_changes_its_address_after_the_check_gains_nothing() throws Exception {
    var first = started(LocalServer.answering(OK));
    var second = started(LocalServer.at("127.0.0.2", first.port(), (_, _) -> {}));
    var client = client("hook.example", names("127.0.0.1", "127.0.0.2"));
    assertThat(client.send(OutgoingRequest.get(first.url("hook.example", "/"))))
        .isInstanceOf(Answered.class);
    assertThat(lookedUp).containsExactly("hook.example");
    assertThat(first.connections()).isEqualTo(1);
    assertThat(second.connections()).isZero();
  }

  @Test
  void a_name_that_is_public_first_and_private_then_does_not_reach_the_private_address()
      throws Exception {
    var server = started(LocalServer.answering(OK));
    var client = client("", names("240.0.0.0 192.0.0.170 64:ff9b::a00:1", "127.0.0.1"));
    var request = OutgoingRequest.get(server.url("hook.example", "/")).within(SHORT);
    assertThat(client.send(request)).isInstanceOf(Refused.class);
    assertThat(client.send(request)).isInstanceOf(Refused.class);
    assertThat(server.connections()).isZero();
  }

  @Test
  void of_a_mix_of_addresses_only_the_good_ones_are_used() throws Exception {
    var server = started(LocalServer.answering(OK));
    var client = client("hook.example", names("224.0.0.1 0.0.0.0 127.0.0.1"));
    assertThat(client.send(OutgoingRequest.get(server.url("hook.example", "/"))))
        .isInstanceOf(Answered.class);
    var strict = client("", names("127.0.0.1 8.8.8.8"));
    var answer = strict.send(OutgoingRequest.get(server.url("hook.example", "/")).within(SHORT));
    assertThat(answer).isInstanceOf(Failed.class);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void the_next_address_is_tried_if_one_does_not_accept() throws Exception {
    var server = started(LocalServer.answering(OK));
    var client = client("hook.example", names("127.0.0.3 127.0.0.1"));
    assertThat(client.send(OutgoingRequest.get(server.url("hook.example", "/"))))
        .isInstanceOf(Answered.class);
  }

  @Test
  void a_host_that_nobody_knows_or_that_refuses_is_a_failure_before_anything_was_sent()
      throws Exception {
    var gone = LocalServer.answering(OK);
    gone.close();
    assertThat(client("", names("")).send(OutgoingRequest.get("http://hook.example/")))
        .isEqualTo(new Failed("The host hook.example is not known", false));
    assertThat(local().send(OutgoingRequest.get(gone.url("hook.example", "/?secret"))))
        .isInstanceOfSatisfying(
            Failed.class,
            failed -> {
              assertThat(failed.sent()).isFalse();
              assertThat(failed.reason()).doesNotContain("secret");
            });
  }

  @Test
  void a_lookup_that_hangs_ends_with_the_limit() {
    var never = new CountDownLatch(1);
    var client =
        client(
            "",
            _ -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return List.of();
            });
    assertThat(client.send(OutgoingRequest.get("http://hook.example/").within(SHORT)))
        .isEqualTo(new Failed("The host hook.example was not found in time", false));
  }

  @Test
  void a_server_that_does_not_answer_ends_with_the_limit() throws Exception {
    var never = new CountDownLatch(1);
    var server = started(LocalServer.of((_, _) -> never.await()));
    assertThat(local().send(OutgoingRequest.get(server.url("hook.example", "/")).within(SHORT)))
        .isEqualTo(
            new Failed("http://hook.example:" + server.port() + " did not answer in time", true));
  }

  @Test
  void a_server_that_answers_one_byte_at_a_time_ends_with_the_limit() throws Exception {
    var server =
        started(
            LocalServer.of(
                (_, out) -> {
                  out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                  while (true) {
                    out.write('.');
                    out.flush();
                    Thread.sleep(20);
                  }
                }));
    assertThat(local().send(OutgoingRequest.get(server.url("hook.example", "/")).within(SHORT)))
        .isInstanceOf(Failed.class);
  }

  @Test
  void an_endless_answer_is_cut_off() throws Exception {
    var cut = new CompletableFuture<Boolean>();
    var server =
        started(
            LocalServer.of(
                (_, out) -> {
                  out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                  try {
                    while (true) out.write(new byte[10_000]);
                  } catch (java.io.IOException e) {
                    cut.complete(true);
                    throw e;
                  }
                }));
    var limits = OutgoingLimits.USUAL.answerBytes(100_000);
    assertThat(local().send(OutgoingRequest.get(server.url("hook.example", "/")).within(limits)))
        .isInstanceOfSatisfying(
            Failed.class, failed -> assertThat(failed.reason()).contains("more than 100000 bytes"));
    assertThat(cut.get()).isTrue();
  }

  @Test
  void an_answer_of_exactly_the_limit_is_read() throws Exception {
    var server = started(LocalServer.answering(OK));
    var request = OutgoingRequest.get(server.url("hook.example", "/"));
    assertThat(local().send(request.within(OutgoingLimits.USUAL.answerBytes(2))))
        .isInstanceOf(Answered.class);
    assertThat(local().send(request.within(OutgoingLimits.USUAL.answerBytes(1))))
        .isInstanceOf(Failed.class);
  }

  @Test
  void what_is_no_http_is_a_failure() throws Exception {
    var server = started(LocalServer.answering("SSH-2.0-nothing\r\n\r\n"));
    assertThat(local().send(OutgoingRequest.get(server.url("hook.example", "/"))))
        .isInstanceOf(Failed.class);
    var hangsUp = started(LocalServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi"));
    assertThat(local().send(OutgoingRequest.get(hangsUp.url("hook.example", "/"))))
        .isInstanceOf(Failed.class);
  }

  @Test
  void a_body_beyond_the_limit_is_not_sent() throws Exception {
    var server = started(LocalServer.answering(OK));
    var request =
        OutgoingRequest.post(server.url("hook.example", "/"), "text/plain", OutgoingBody.of("abc"));
    assertThat(local().send(request.within(OutgoingLimits.USUAL.requestBytes(2))))
        .isInstanceOf(Refused.class);
    assertThat(server.connections()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host", "content-length", "Transfer-Encoding", "connection", "a b", "a\r\nb", ""})
  void headers_that_the_client_sets_itself_are_refused(String name) {
    var request = OutgoingRequest.get("http://hook.example/").header(name, "x");
    assertThat(local().send(request)).isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nHost: b", "a\nb", "", " a", "ä", "\u0000"})
  void header_values_that_could_be_read_as_more_are_refused(String value) {
    var request = OutgoingRequest.get("http://hook.example/").header("X-Note", value);
    assertThat(local().send(request)).isInstanceOf(Refused.class);
  }

  @Test
  void methods_that_are_none_are_refused() {
    var get = OutgoingRequest.get("http://hook.example/");
    for (var method : List.of("CONNECT", "TRACE", "get", "GET /x", "")) {
      var request =
          new OutgoingRequest(
              method, get.url(), get.headers(), get.body(), get.limits(), get.signing());
      assertThat(local().send(request)).isInstanceOf(Refused.class);
    }
  }

  @Test
  void an_interrupt_ends_the_call_and_the_connection() throws Exception {
    var arrived = new CountDownLatch(1);
    var hungUp = new CompletableFuture<Integer>();
    var server =
        started(
            LocalServer.of(
                (_, out) -> {
                  arrived.countDown();
                  while (true) {
                    try {
                      out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                      out.flush();
                      Thread.sleep(10);
                    } catch (java.io.IOException e) {
                      hungUp.complete(1);
                      throw e;
                    }
                  }
                }));
    var client = local();
    var answer = new CompletableFuture<OutgoingAnswer>();
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  var outcome = client.send(OutgoingRequest.get(server.url("hook.example", "/")));
                  if (Thread.currentThread().isInterrupted()) answer.complete(outcome);
                });
    arrived.await();
    thread.interrupt();
    assertThat(answer.get()).isEqualTo(new Failed("The request was interrupted", true));
    assertThat(hungUp.get()).isEqualTo(1);
  }

  @Test
  void an_ipv6_address_stands_in_brackets_in_the_host_header() throws Exception {
    LocalServer server;
    try {
      server =
          started(
              LocalServer.at("::1", 0, (_, out) -> out.write(OK.getBytes(StandardCharsets.UTF_8))));
    } catch (SocketException e) {
      Assumptions.abort("this machine has no IPv6: " + e.getMessage());
      return;
    }
    assertThat(
            client("[::1]", AddressLookup.SYSTEM)
                .send(OutgoingRequest.get(server.url("[::1]", "/"))))
        .isInstanceOf(Answered.class);
    assertThat(value(server.heads().getFirst(), "host")).isEqualTo("[::1]:" + server.port());
  }

  @Test
  void a_closed_client_fails() {
    var client = local();
    client.close();
    assertThat(client.send(OutgoingRequest.get("http://hook.example/"))).isInstanceOf(Failed.class);
  }
}
