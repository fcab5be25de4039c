package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessages.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The orders that administrators may send, row by row. Quotes are written as ' for legibility. */
class AdminMessagesTest {
  static AdminOrder anyOrder(Gen gen) {
    return switch (gen.between(0, 7)) {
      case 0 -> new AdminOrder.Approve("p" + gen.text(40), gen.maybe(() -> "n" + gen.text(20)));
      case 1 -> new AdminOrder.Revoke(gen.chance(0.5) ? gen.word(16) : "- " + gen.text(40));
      case 2 -> new AdminOrder.ListAllowed();
      case 3 -> new AdminOrder.Kick("@" + gen.word(16), gen.maybe(() -> "r" + gen.text(20)));
      case 4 -> new AdminOrder.Ban("@" + gen.word(16), gen.maybe(() -> "r" + gen.text(20)));
      case 5 -> new AdminOrder.Unban("@" + gen.word(16));
      case 6 -> new AdminOrder.Motd(gen.maybe(() -> "m" + gen.text(40)), gen.chance(0.5));
      default -> new AdminOrder.Verify("@" + gen.word(16), gen.chance(0.5));
    };
  }

  private static Read read(String json) {
    return ClientMessages.read(json.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'ADMIN_APPROVE','pubkey':'p','admin_key':'k'}",
        "{'type':'ADMIN_APPROVE','pubkey':'p','admin_key':'k','note':'of ada'}",
        "{'type':'ADMIN_REVOKE','pubkey':'p','admin_key':'k'}",
        "{'type':'ADMIN_REVOKE','agent_id':'ada','admin_key':'k'}",
        "{'type':'ADMIN_LIST','admin_key':'k'}",
        "{'type':'ADMIN_KICK','agent_id':'@ada','admin_key':'k'}",
        "{'type':'ADMIN_KICK','agent_id':'ada','admin_key':'k','reason':null}",
        "{'type':'ADMIN_BAN','agent_id':'ada','admin_key':'k','reason':'spam'}",
        "{'type':'ADMIN_UNBAN','agent_id':'ada','admin_key':'k'}",
        "{'type':'ADMIN_MOTD','admin_key':'k'}",
        "{'type':'ADMIN_MOTD','motd':'hi'}",
        "{'type':'ADMIN_TOKEN_NEW','name':'ci','scopes':['send','send'],'admin_key':'k'}",
        "{'type':'ADMIN_MOTD','admin_key':'k','motd':null,'kick':1}",
        "{'type':'ADMIN_MOTD','admin_key':'k','motd':'hello'}",
        "{'type':'ADMIN_VERIFY','agent_id':'ada','admin_key':'k','verified':false}"
      })
  void these_are_accepted(String json) {
    assertThat(read(json)).isInstanceOf(Read.Valid.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'ADMIN_APPROVE'} | Missing admin_key",
        "{'type':'ADMIN_TOKEN_NEW','name':'a b'} | Missing admin_key",
        "{'type':'ADMIN_TOKEN_NEW','name':'a','admin_key':'k'} | Missing scopes",
        "{'type':'ADMIN_TOKEN_NEW','name':'a','admin_key':'k','scopes':[7]} | Invalid scopes",
        "{'type':'ADMIN_TOKEN_NEW','name':'a','admin_key':'k','scopes':['send'],'expires_in':0.5} | Invalid expires_in",
        "{'type':'ADMIN_TOKEN_NEW','name':'a','admin_key':'k','scopes':['send'],'identity':'b','new_identity':'c'} | not both",
        "{'type':'ADMIN_TOKEN_NEW','name':'a','admin_key':'k','scopes':['send'],'new_identity':'admin'} | reserved",
        "{'type':'ADMIN_TOKEN_REVOKE','token_id':'a','admin_key':'k'} | Invalid token_id",
        "{'type':'ADMIN_IDENTITY_REVOKE','identity':'@','admin_key':'k'} | Invalid identity",
        "{'type':'ADMIN_APPROVE','pubkey':'p','admin_key':''} | Missing admin_key",
        "{'type':'ADMIN_APPROVE','pubkey':'p','admin_key':['k']} | Missing admin_key",
        "{'type':'ADMIN_APPROVE','admin_key':'k'} | Missing pubkey",
        "{'type':'ADMIN_APPROVE','pubkey':{},'admin_key':'k'} | Missing pubkey",
        "{'type':'ADMIN_APPROVE','pubkey':'p','note':7,'admin_key':'k'} | Invalid note",
        "{'type':'ADMIN_REVOKE','admin_key':'k'} | Missing pubkey or agent_id",
        "{'type':'ADMIN_REVOKE','pubkey':7,'admin_key':'k'} | Missing pubkey",
        "{'type':'ADMIN_LIST','admin_key':''} | Missing admin_key",
        "{'type':'ADMIN_KICK','admin_key':'k'} | Missing agent_id",
        "{'type':'ADMIN_KICK','agent_id':7,'admin_key':'k'} | Missing agent_id",
        "{'type':'ADMIN_KICK','agent_id':'@','admin_key':'k'} | Invalid agent_id",
        "{'type':'ADMIN_KICK','agent_id':'a b','admin_key':'k'} | Invalid agent_id",
        "{'type':'ADMIN_BAN','agent_id':'a','admin_key':'k','reason':[1]} | Invalid reason",
        "{'type':'ADMIN_UNBAN','agent_id':'','admin_key':'k'} | Missing agent_id",
        "{'type':'ADMIN_MOTD','motd':'hi','admin_key':0} | Missing admin_key",
        "{'type':'ADMIN_MOTD','motd':{'a':1},'admin_key':'k'} | Invalid motd",
        "{'type':'ADMIN_VERIFY','agent_id':'a','admin_key':'k'} | Missing verified",
        "{'type':'ADMIN_VERIFY','agent_id':'a','admin_key':'k','verified':1} | Missing verified"
      })
  void these_are_refused_with_a_reason(String json, String reason) {
    assertThat(read(json))
        .isInstanceOfSatisfying(
            Read.Invalid.class, refused -> assertThat(refused.reason()).contains(reason));
  }

  @Test
  void an_agent_is_meant_with_and_without_its_mark() {
    for (var id : new String[] {"ada", "@ada"}) {
      assertThat(read("{'type':'ADMIN_UNBAN','agent_id':'" + id + "','admin_key':'k'}"))
          .isEqualTo(new Read.Valid(new ClientMessage.Admin(new AdminOrder.Unban("@ada"), "k")));
    }
  }

  @ParameterizedTest
  @CsvSource({"1024, true", "1025, false"})
  void a_reason_has_at_most_1024_units(int length, boolean valid) {
    var json =
        "{'type':'ADMIN_KICK','agent_id':'a','admin_key':'k','reason':'"
            + "x".repeat(length)
            + "'}";
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }

  @Test
  void the_key_is_not_in_what_is_printed_of_a_message() {
    var message = new ClientMessage.Admin(new AdminOrder.ListAllowed(), "open-sesame");
    assertThat(message.toString()).doesNotContain("sesame").contains("ListAllowed");
    assertThat(new Read.Valid(message).toString()).doesNotContain("sesame");
  }
}
