package dev.reveille.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.PublicKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListDocumentTest {
  private static final long T = 1_700_000_000_000L;

  @Test
  void bans_are_written_in_the_peers_shape_and_read_back() throws Exception {
    var bans =
        List.of(
            new StoredBan("@0123456789abcdef", "spam \"and\" more\n", T, "admin"),
            new StoredBan("@bob", "", T + 1, "@ann"));
    var text = ListDocument.ofBans(bans);
    assertThat(Json.read(text).orElseThrow().get(1).toString())
        .isEqualTo(
            "{\"agentId\":\"bob\",\"reason\":\"\",\"bannedAt\":\"2023-11-14T22:13:20.001Z\","
                + "\"bannedBy\":\"@ann\"}");
    assertThat(ListDocument.bans(text, 7)).isEqualTo(bans);
    assertThat(ListDocument.bans(ListDocument.ofBans(List.of()), 7)).isEmpty();
  }

  @Test
  void approvals_are_written_in_the_peers_shape_and_read_back() throws Exception {
    var approval =
        new StoredApproval("pem\n", "@" + PublicKey.agentId("pem\n"), T, "admin", "of ann");
    var text = ListDocument.ofApprovals(List.of(approval));
    assertThat(Json.read(text).orElseThrow().get(0).toString())
        .isEqualTo(
            "{\"pubkey\":\"pem\\n\",\"agentId\":\""
                + approval.agent().substring(1)
                + "\",\"approvedAt\":\"2023-11-14T22:13:20.000Z\",\"approvedBy\":\"admin\","
                + "\"note\":\"of ann\"}");
    assertThat(ListDocument.approvals(text, 7)).containsExactly(approval);
  }

  @Test
  void what_an_entry_does_not_say_is_filled_in() throws Exception {
    assertThat(ListDocument.bans("[{\"agentId\":\"@bob\",\"more\":1}]", 7))
        .containsExactly(new StoredBan("@bob", "", 7, "admin"));
    assertThat(ListDocument.bans("[{\"agentId\":\"bob\",\"bannedAt\":1700000000000}]", 7))
        .containsExactly(new StoredBan("@bob", "", T, "admin"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | not JSON",
        "[ | not JSON",
        "{} | not a list",
        "[7] | entry 1 has no agentId",
        "[{}] | entry 1 has no agentId",
        "[{'agentId':'bob'},{'agentId':'b b'}] | entry 2 has no agentId",
        "[{'agentId':['bob']}] | agentId of entry 1",
        "[{'agentId':'bob','reason':7}] | reason of entry 1",
        "[{'agentId':'bob','bannedAt':'yesterday'}] | bannedAt of entry 1",
        "[{'agentId':'bob','bannedAt':-1}] | bannedAt of entry 1",
        "[{'agentId':'bob','bannedAt':1e300}] | bannedAt of entry 1",
        "[{'agentId':'bob','bannedAt':'+999999999-01-01T00:00:00Z'}] | bannedAt of entry 1"
      })
  void what_is_no_such_list_is_refused_with_the_place(String text, String reason) {
    assertThatThrownBy(() -> ListDocument.bans(text.replace('\'', '"'), 7))
        .isInstanceOf(ListDocument.Broken.class)
        .hasMessageContaining(reason);
  }

  @Test
  void an_approval_without_a_key_is_refused() {
    assertThatThrownBy(() -> ListDocument.approvals("[{\"agentId\":\"bob\"}]", 7))
        .isInstanceOf(ListDocument.Broken.class)
        .hasMessageContaining("entry 1 has no pubkey");
  }

  @Test
  void a_list_of_more_entries_than_anybody_needs_is_refused() {
    var one = "{\"agentId\":\"bob\"},";
    assertThatThrownBy(
            () -> ListDocument.bans("[" + one.repeat(10_000) + "{\"agentId\":\"x\"}]", 7))
        .isInstanceOf(ListDocument.Broken.class)
        .hasMessageContaining("10000");
  }
}
