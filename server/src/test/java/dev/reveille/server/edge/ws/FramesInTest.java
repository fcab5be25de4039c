package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesInTest extends WsFixture {
  private static final int FIN = 0x80;

  private TestServer server;
  private RawClient client;
  private Guest guest;

  @BeforeEach
  void connect() throws InterruptedException {
    server = started(TestServer.options());
    var pair = pair(server);
    client = pair.client();
    guest = pair.guest();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 125, 126, 65_535, 65_536})
  void text_of_every_length_form_arrives_whole(int length) throws Exception {
    var text = "x".repeat(length);
    client.text(text);
    assertThat(guest.nextMessage()).isEqualTo(text);
  }

  @Test
  void a_binary_frame_is_read_as_text() throws Exception {
    client.frame(FIN | Opcode.BINARY, "grüße".getBytes(StandardCharsets.UTF_8));
    assertThat(guest.nextMessage()).isEqualTo("grüße");
  }

  @Test
  void bad_utf8_in_a_binary_frame_becomes_replacement_characters() throws Exception {
    client.frame(FIN | Opcode.BINARY, (byte) 'a', (byte) 0xff, (byte) 'b');
    assertThat(guest.nextMessage()).isEqualTo("a\uFFFDb");
  }

  @Test
  void bad_utf8_in_a_text_frame_closes_with_1007() {
    client.frame(FIN | Opcode.TEXT, (byte) 'a', (byte) 0xff);
    assertThat(client.readToClose().closeCode()).isEqualTo(1007);
  }

  @Test
  void a_replacement_character_that_was_sent_as_one_is_fine() throws Exception {
    client.text("a\uFFFDb");
    assertThat(guest.nextMessage()).isEqualTo("a\uFFFDb");
  }

  @Test
  void fragments_are_joined_even_inside_a_character_and_around_a_ping() throws Exception {
    var bytes = "ä€".getBytes(StandardCharsets.UTF_8);
    client.frame(Opcode.TEXT, Arrays.copyOfRange(bytes, 0, 1));
    client.frame(FIN | Opcode.PING, (byte) 7);
    client.frame(Opcode.CONTINUATION, Arrays.copyOfRange(bytes, 1, 3));
    client.frame(FIN | Opcode.CONTINUATION, Arrays.copyOfRange(bytes, 3, bytes.length));
    assertThat(guest.nextMessage()).isEqualTo("ä€");
    assertThat(client.read().opcode()).isEqualTo(Opcode.PONG);
  }

  @Test
  void a_message_of_exactly_2_mib_passes() throws Exception {
    client.text("m".repeat(FrameDecoder.MAX_MESSAGE));
    assertThat(guest.nextMessage()).hasSize(2_097_152);
  }

  @Test
  void one_byte_more_closes_with_1009_and_is_not_delivered() throws Exception {
    client.text("m".repeat(FrameDecoder.MAX_MESSAGE + 1));
    assertThat(client.readToClose().closeCode()).isEqualTo(1009);
    guest.awaitClosed();
    assertThat(guest.messages).isEmpty();
  }

  @Test
  void fragments_that_add_up_to_more_close_with_1009() throws Exception {
    client.frame(Opcode.TEXT, new byte[FrameDecoder.MAX_MESSAGE]);
    client.frame(FIN | Opcode.CONTINUATION, (byte) 'x');
    assertThat(client.readToClose().closeCode()).isEqualTo(1009);
    guest.awaitClosed();
    assertThat(guest.messages).isEmpty();
  }

  @Test
  void an_announced_petabyte_closes_with_1009_before_any_of_it_is_sent() {
    client.send(RawClient.header(FIN | Opcode.TEXT, 1L << 50));
    assertThat(client.readToClose().closeCode()).isEqualTo(1009);
  }

  @Test
  void a_ping_is_answered_with_its_payload() {
    client.frame(FIN | Opcode.PING, "are you there".getBytes(StandardCharsets.UTF_8));
    var answer = client.read();
    assertThat(answer.opcode()).isEqualTo(Opcode.PONG);
    assertThat(answer.text()).isEqualTo("are you there");
  }

  @Test
  void an_unmasked_frame_closes_with_1002() {
    client.send(new byte[] {(byte) (FIN | Opcode.TEXT), 1, 'x'});
    assertThat(client.readToClose().closeCode()).isEqualTo(1002);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        FIN | 0x40 | Opcode.TEXT,
        FIN | 0x20 | Opcode.TEXT,
        FIN | 0x10 | Opcode.TEXT,
        0x40 | Opcode.TEXT,
        FIN | 0x70 | Opcode.BINARY,
        FIN | 0x40 | Opcode.PING,
        FIN | 0x20 | Opcode.PONG,
        FIN | 0x10 | Opcode.CLOSE,
        FIN | 3,
        FIN | 7,
        FIN | 11,
        FIN | 15,
        Opcode.PING,
        Opcode.CLOSE,
        FIN | Opcode.CONTINUATION
      })
  void a_first_byte_that_may_not_be_closes_with_1002(int first) {
    client.frame(first, (byte) 'x');
    assertThat(client.readToClose().closeCode()).isEqualTo(1002);
  }

  @Test
  void a_new_message_inside_a_fragmented_one_closes_with_1002() {
    client.frame(Opcode.TEXT, (byte) 'x').frame(FIN | Opcode.TEXT, (byte) 'y');
    assertThat(client.readToClose().closeCode()).isEqualTo(1002);
  }

  @Test
  void a_control_frame_over_125_bytes_closes_with_1002() {
    client.frame(FIN | Opcode.PING, new byte[126]);
    assertThat(client.readToClose().closeCode()).isEqualTo(1002);
  }

  @Test
  void a_length_in_a_longer_form_than_needed_closes_with_1002() {
    client.send(new byte[] {(byte) (FIN | Opcode.TEXT), (byte) 0xfe, 0, 5});
    assertThat(client.readToClose().closeCode()).isEqualTo(1002);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 999, 1004, 1005, 1006, 1015, 2999, 5000})
  void a_close_frame_with_a_code_that_may_not_be_is_answered_with_1002(int code) {
    client.close(code);
    assertThat(client.readToClose().closeCode()).isEqualTo(1002);
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 1001, 3000, 4999})
  void a_close_frame_is_answered_with_its_code_and_the_connection_ends(int code) throws Exception {
    client.close(code);
    assertThat(client.read().closeCode()).isEqualTo(code);
    assertThat(client.read().isEnd()).isTrue();
    guest.awaitClosed();
    assertThat(guest.closings).hasValue(1);
  }

  @Test
  void a_close_frame_without_a_code_is_answered_alike() {
    client.frame(FIN | Opcode.CLOSE);
    var answer = client.read();
    assertThat(answer.opcode()).isEqualTo(Opcode.CLOSE);
    assertThat(answer.payload()).isEmpty();
    assertThat(client.read().isEnd()).isTrue();
  }

  @Test
  void a_client_that_just_disappears_is_reported_closed_once() throws Exception {
    client.close();
    guest.awaitClosed();
    TestServer.until(() -> server.server.traffic().open() == 0);
    assertThat(guest.closings).hasValue(1);
  }

  @Test
  void frames_sent_right_behind_the_upgrade_request_are_not_lost() throws Exception {
    var early = closing(RawClient.dial(server.port()));
    var request = RawClient.request("/", Map.of()).getBytes(StandardCharsets.US_ASCII);
    var frame = RawClient.masked(FIN | Opcode.TEXT, new byte[] {'h', 'i'});
    var both = Arrays.copyOf(request, request.length + frame.length);
    System.arraycopy(frame, 0, both, request.length, frame.length);
    early.send(both);
    assertThat(early.head()).startsWith("HTTP/1.1 101 ");
    assertThat(server.guest().nextMessage()).isEqualTo("hi");
  }

  @Test
  void a_message_the_chat_chokes_on_ends_only_its_own_connection() throws Exception {
    var other = pair(server);
    client.text("!throw");
    assertThat(client.readToClose().closeCode()).isEqualTo(1011);
    other.client().text("still here");
    assertThat(other.guest().nextMessage()).isEqualTo("still here");
  }

  @Test
  void what_comes_in_is_counted() throws Exception {
    client.text("one").text("two");
    guest.nextMessage();
    guest.nextMessage();
    var traffic = server.server.traffic();
    assertThat(traffic.framesIn()).isEqualTo(2);
    assertThat(traffic.bytesIn()).isEqualTo(18);
    assertThat(traffic.accepted()).isEqualTo(1);
    assertThat(traffic.open()).isEqualTo(1);
  }
}
