package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessages.Read;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of what a server accepts, row by row. Quotes are written as ' for legibility. */
class ValidationTest {
  private static Read read(String json) {
    return ClientMessages.read(json.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'IDENTIFY','name':'ada'}",
        "{'type':'IDENTIFY','name':'ada','pubkey':null}",
        "{'type':'IDENTIFY','name':'A-z_09','unknown':[1]}",
        "{'type':'VERIFY_IDENTITY','challenge_id':'c','signature':'s','timestamp':1}",
        "{'type':'VERIFY_IDENTITY','challenge_id':'c','signature':'s','timestamp':-0.5}",
        "{'type':'PING'}",
        "{'type':'LIST_CHANNELS'}",
        "{'type':'JOIN','channel':'#x'}",
        "{'type':'JOIN','channel':'#x','since':null}",
        "{'type':'JOIN','channel':'#x','since':0}",
        "{'type':'JOIN','channel':'#x','since':12.0}",
        "{'type':'JOIN','channel':'#x','since':9007199254740991}",
        "{'type':'LEAVE','channel':'#x'}",
        "{'type':'LIST_AGENTS','channel':'#x'}",
        "{'type':'CREATE_CHANNEL','channel':'#x'}",
        "{'type':'CREATE_CHANNEL','channel':'#x','invite_only':'yes','verified_only':0}",
        "{'type':'INVITE','channel':'#x','agent':'@a'}",
        "{'type':'MSG','to':'#x','content':''}",
        "{'type':'MSG','to':'@a','content':'hi','ts':'ignored'}",
        "{'type':'MSG','to':'#x','content':'hi','sig':'s','in_reply_to':{'a':[1]}}",
        "{'type':'MSG','to':'#x','content':'hi','sig':0,'in_reply_to':''}",
        "{'type':'MSG','to':'#x','content':'hi','tags':['a'],'client_msg_id':'k'}",
        "{'type':'TYPING','channel':'#x'}",
        "{'type':'SET_PRESENCE','status':'online'}",
        "{'type':'SET_PRESENCE','status':'listening','status_text':''}",
        "{'type':'SET_NICK','nick':'ada'}",
        "{'type':'HISTORY','channel':'#x'}",
        "{'type':'HISTORY','channel':'#x','after':0,'limit':1000}",
        "{'type':'HISTORY','channel':'#x','before':5,'after':null}"
      })
  void these_are_accepted(String json) {
    assertThat(read(json)).isInstanceOf(Read.Valid.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense | Invalid JSON",
        "{'type':'PING'} x | Invalid JSON",
        "null | Missing message type",
        "7 | Missing message type",
        "[] | Missing message type",
        "{} | Missing message type",
        "{'type':''} | Missing message type",
        "{'type':0} | Missing message type",
        "{'type':null} | Missing message type",
        "{'type':7} | Unknown message type: 7",
        "{'type':{}} | Unknown message type: {}",
        "{'type':'ping'} | Unknown message type: ping",
        "{'type':'ADMIN_OPEN_WINDOW'} | Unknown message type: ADMIN_OPEN_WINDOW",
        "{'type':'IDENTIFY'} | Invalid agent name",
        "{'type':'IDENTIFY','name':''} | Invalid agent name",
        "{'type':'IDENTIFY','name':'a b'} | Invalid agent name",
        "{'type':'IDENTIFY','name':'a\\n'} | Invalid agent name",
        "{'type':'IDENTIFY','name':['ada']} | Invalid agent name",
        "{'type':'IDENTIFY','name':'ada','pubkey':''} | Invalid public key",
        "{'type':'IDENTIFY','name':'ada','pubkey':7} | Invalid public key",
        "{'type':'VERIFY_IDENTITY','signature':'s','timestamp':1} | Missing challenge_id",
        "{'type':'VERIFY_IDENTITY','challenge_id':'','signature':'s','timestamp':1} | challenge_id",
        "{'type':'VERIFY_IDENTITY','challenge_id':'c','signature':7,'timestamp':1} | signature",
        "{'type':'VERIFY_IDENTITY','challenge_id':'c','signature':'s','timestamp':0} | timestamp",
        "{'type':'VERIFY_IDENTITY','challenge_id':'c','signature':'s','timestamp':'1'} | timestamp",
        "{'type':'VERIFY_IDENTITY','challenge_id':'c','signature':'s','timestamp':1e999} | timestamp",
        "{'type':'JOIN'} | Invalid channel name",
        "{'type':'JOIN','channel':'x'} | Invalid channel name",
        "{'type':'JOIN','channel':'#'} | Invalid channel name",
        "{'type':'JOIN','channel':'#x','since':-1} | Invalid since",
        "{'type':'JOIN','channel':'#x','since':0.5} | Invalid since",
        "{'type':'JOIN','channel':'#x','since':9007199254740992} | Invalid since",
        "{'type':'JOIN','channel':'#x','since':1e999} | Invalid since",
        "{'type':'JOIN','channel':'#x','since':'1'} | Invalid since",
        "{'type':'LEAVE','channel':7} | Invalid channel name",
        "{'type':'LIST_AGENTS','channel':null} | Invalid channel name",
        "{'type':'CREATE_CHANNEL','channel':'#a b'} | Invalid channel name",
        "{'type':'INVITE','channel':'#x'} | must start with @",
        "{'type':'INVITE','channel':'#x','agent':7} | must start with @",
        "{'type':'INVITE','channel':'#x','agent':'a'} | must start with @",
        "{'type':'MSG','content':'hi'} | Invalid target",
        "{'type':'MSG','to':7,'content':'hi'} | Invalid target",
        "{'type':'MSG','to':'x','content':'hi'} | Invalid target",
        "{'type':'MSG','to':'','content':'hi'} | Invalid target",
        "{'type':'MSG','to':'#x'} | content",
        "{'type':'MSG','to':'#x','content':null} | content",
        "{'type':'MSG','to':'#x','content':'hi','sig':7} | signature",
        "{'type':'MSG','to':'#x','content':'hi','tags':'a'} | Invalid tags",
        "{'type':'MSG','to':'#x','content':'hi','tags':[7]} | Invalid tag",
        "{'type':'MSG','to':'#x','content':'hi','client_msg_id':''} | Invalid client_msg_id",
        "{'type':'MSG','to':'#x','content':'hi','client_msg_id':7} | Invalid client_msg_id",
        "{'type':'TYPING','channel':'x'} | Invalid channel name",
        "{'type':'SET_PRESENCE'} | Invalid presence status",
        "{'type':'SET_PRESENCE','status':'sleeping'} | Invalid presence status",
        "{'type':'SET_PRESENCE','status':'ONLINE'} | Invalid presence status",
        "{'type':'SET_PRESENCE','status':'online','status_text':null} | Invalid status_text",
        "{'type':'SET_PRESENCE','status':'online','status_text':7} | Invalid status_text",
        "{'type':'SET_NICK','nick':''} | Invalid nick",
        "{'type':'SET_NICK','nick':'abcdefghijklmnopqrstuvwxy'} | Invalid nick",
        "{'type':'SET_NICK','nick':7} | Invalid nick",
        "{'type':'HISTORY','channel':'x'} | Invalid channel name",
        "{'type':'HISTORY','channel':'#x','limit':0} | Invalid limit",
        "{'type':'HISTORY','channel':'#x','limit':1001} | Invalid limit",
        "{'type':'HISTORY','channel':'#x','limit':1.5} | Invalid limit",
        "{'type':'HISTORY','channel':'#x','after':1,'before':5} | not both"
      })
  void these_are_refused_with_a_reason(String json, String reason) {
    assertThat(read(json))
        .isInstanceOfSatisfying(
            Read.Invalid.class, refused -> assertThat(refused.reason()).contains(reason));
  }

  @ParameterizedTest
  @CsvSource({"32, true", "33, false"})
  void a_name_has_at_most_32_characters(int length, boolean valid) {
    var json = "{'type':'IDENTIFY','name':'" + "a".repeat(length) + "'}";
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"31, true", "32, false"})
  void a_channel_has_at_most_31_characters_after_its_mark(int length, boolean valid) {
    var json = "{'type':'JOIN','channel':'#" + "a".repeat(length) + "'}";
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"100, true", "101, false"})
  void a_status_text_has_at_most_100_units(int length, boolean valid) {
    var json = "{'type':'SET_PRESENCE','status':'busy','status_text':'" + "é".repeat(length) + "'}";
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }
}
