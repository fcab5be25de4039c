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
        "{'type':'IDENTIFY','token':'t'}",
        "{'type':'IDENTIFY','token':'t','name':'ada','durable_callbacks':true}",
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
        "{'type':'HISTORY','channel':'#x','before':5,'after':null}",
        "{'type':'FILE_CHUNK','to':'@a','content':''}",
        "{'type':'RESPONDING_TO','msg_id':'m','channel':'#x','started_at':1700000000000}",
        "{'type':'RESPONDING_TO','msg_id':'m','channel':'#x','started_at':-0.5}",
        "{'type':'VERIFY_REQUEST','target':'@a','nonce':'0123456789abcdef'}",
        "{'type':'VERIFY_REQUEST','target':'@a','nonce':'AZaz09+/=_-.....'}",
        "{'type':'VERIFY_RESPONSE','request_id':'r','nonce':'n','sig':'s'}",
        "{'type':'VERIFY_RESPONSE','request_id':{'any':1},'nonce':'n','sig':'s'}",
        "{'type':'REGISTER_SKILLS','skills':[{'capability':'c'}],'sig':'s'}",
        "{'type':'REGISTER_SKILLS','skills':[{'capability':'c','rate':'free','x':[]}],'sig':1}",
        "{'type':'SEARCH_SKILLS','query':{}}",
        "{'type':'SEARCH_SKILLS','query':{'capability':null,'currency':'','limit':0,'x':1}}",
        "{'type':'SEARCH_SKILLS','query':{'capability':'c','max_rate':0,'limit':1e9},'query_id':[1]}",
        "{'type':'SUBSCRIBE','channel':'#x'}",
        "{'type':'SUBSCRIBE','channel':'#x','only':null}",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'mentions':true,'keywords':null}}",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'mentions':false,'tags':['ci']}}",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'senders':['@ada'],'other':1}}",
        "{'type':'MUTE','agent':'@ada'}",
        "{'type':'MUTE','agent':'@ada','muted':false}",
        "{'type':'MUTE','agent':'@ada','muted':null}",
        "{'type':'SUBSCRIPTIONS'}",
        "{'type':'ADMIN_MUTE','admin_key':'k','agent_id':'ada','seconds':60,'reason':'spam'}",
        "{'type':'ADMIN_MUTE','admin_key':'k','agent_id':'@ada','seconds':0}",
        "{'type':'ADMIN_SLOW_MODE','admin_key':'k','channel':'#x','seconds':5}"
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
        "{'type':'IDENTIFY','token':'t','pubkey':'p'} | Invalid token",
        "{'type':'IDENTIFY','token':'t','rotation':[]} | Invalid token",
        "{'type':'IDENTIFY','token':7} | Missing token",
        "{'type':'IDENTIFY','token':'t','name':''} | Invalid agent name",
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
        "{'type':'HISTORY','channel':'#x','after':1,'before':5} | not both",
        "{'type':'FILE_CHUNK','content':'x'} | DM targets",
        "{'type':'FILE_CHUNK','to':'#x','content':'x'} | DM targets",
        "{'type':'FILE_CHUNK','to':7,'content':'x'} | DM targets",
        "{'type':'FILE_CHUNK','to':'@a'} | content",
        "{'type':'FILE_CHUNK','to':'@a','content':{}} | content",
        "{'type':'RESPONDING_TO','channel':'#x','started_at':1} | Missing msg_id",
        "{'type':'RESPONDING_TO','msg_id':'','channel':'#x','started_at':1} | Missing msg_id",
        "{'type':'RESPONDING_TO','msg_id':7,'channel':'#x','started_at':1} | Missing msg_id",
        "{'type':'RESPONDING_TO','msg_id':'m','channel':'x','started_at':1} | Invalid channel name",
        "{'type':'RESPONDING_TO','msg_id':'m','channel':'#x'} | Missing started_at",
        "{'type':'RESPONDING_TO','msg_id':'m','channel':'#x','started_at':0} | Missing started_at",
        "{'type':'RESPONDING_TO','msg_id':'m','channel':'#x','started_at':'1'} | Missing started_at",
        "{'type':'RESPONDING_TO','msg_id':'m','channel':'#x','started_at':1e999} | Missing started_at",
        "{'type':'VERIFY_REQUEST','nonce':'0123456789abcdef'} | must start with @",
        "{'type':'VERIFY_REQUEST','target':7,'nonce':'0123456789abcdef'} | must start with @",
        "{'type':'VERIFY_REQUEST','target':'@a'} | Invalid nonce",
        "{'type':'VERIFY_REQUEST','target':'@a','nonce':7} | Invalid nonce",
        "{'type':'VERIFY_REQUEST','target':'@a','nonce':'0123456789abcde'} | Invalid nonce",
        "{'type':'VERIFY_REQUEST','target':'@a','nonce':'0123456789 abcdef'} | Invalid nonce",
        "`{'type':'VERIFY_REQUEST','target':'@a','nonce':'AGENTCHAT_AUTH|00|chal_1|5'}` | Invalid nonce",
        "{'type':'VERIFY_RESPONSE','nonce':'n','sig':'s'} | Missing request_id",
        "{'type':'VERIFY_RESPONSE','request_id':0,'nonce':'n','sig':'s'} | Missing request_id",
        "{'type':'VERIFY_RESPONSE','request_id':'r','nonce':'','sig':'s'} | Missing nonce",
        "{'type':'VERIFY_RESPONSE','request_id':'r','nonce':'n','sig':7} | Missing sig",
        "{'type':'REGISTER_SKILLS','sig':'s'} | Invalid skills",
        "{'type':'REGISTER_SKILLS','skills':[],'sig':'s'} | Invalid skills",
        "{'type':'REGISTER_SKILLS','skills':{'0':{'capability':'c'}},'sig':'s'} | Invalid skills",
        "{'type':'REGISTER_SKILLS','skills':['c'],'sig':'s'} | Invalid skill",
        "{'type':'REGISTER_SKILLS','skills':[null],'sig':'s'} | Invalid skill",
        "{'type':'REGISTER_SKILLS','skills':[{'capability':''}],'sig':'s'} | capability",
        "{'type':'REGISTER_SKILLS','skills':[{'capability':7}],'sig':'s'} | capability",
        "{'type':'REGISTER_SKILLS','skills':[{'capability':'c'},{}],'sig':'s'} | capability",
        "{'type':'REGISTER_SKILLS','skills':[{'capability':'c'}]} | Missing sig",
        "{'type':'REGISTER_SKILLS','skills':[{'capability':'c'}],'sig':''} | Missing sig",
        "{'type':'SEARCH_SKILLS'} | Invalid query",
        "{'type':'SEARCH_SKILLS','query':'c'} | Invalid query",
        "{'type':'SEARCH_SKILLS','query':[]} | Invalid query",
        "{'type':'SEARCH_SKILLS','query':null} | Invalid query",
        "{'type':'SEARCH_SKILLS','query':{'capability':7}} | Invalid capability",
        "{'type':'SEARCH_SKILLS','query':{'max_rate':'5'}} | Invalid max_rate",
        "{'type':'SEARCH_SKILLS','query':{'currency':{}}} | Invalid currency",
        "{'type':'SEARCH_SKILLS','query':{'limit':-1}} | Invalid limit",
        "{'type':'SEARCH_SKILLS','query':{'limit':1.5}} | Invalid limit",
        "{'type':'SEARCH_SKILLS','query':{'limit':'5'}} | Invalid limit",
        "{'type':'SUBSCRIBE'} | Invalid channel name",
        "{'type':'SUBSCRIBE','channel':'#x','only':{}} | name mentions, keywords, tags, senders or priority",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'mention':true}} | or null for all",
        "{'type':'SUBSCRIBE','channel':'#x','only':'mentions'} | Invalid only",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'mentions':1}} | Invalid only.mentions",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'keywords':'a'}} | Invalid only.keywords",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'keywords':[' ']}} | Invalid only.keywords",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'tags':[7]}} | Invalid only.tags",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'senders':['ada']}} | Invalid only.senders",
        "{'type':'MUTE'} | Invalid agent",
        "{'type':'MUTE','agent':'ada'} | Invalid agent",
        "{'type':'MUTE','agent':'@'} | Invalid agent",
        "{'type':'MUTE','agent':'@server'} | cannot be muted",
        "{'type':'MUTE','agent':'@ada','muted':1} | Invalid muted",
        "{'type':'ADMIN_MUTE','agent_id':'ada','seconds':60} | Missing admin_key",
        "{'type':'ADMIN_MUTE','admin_key':'k','agent_id':7,'seconds':60} | Missing agent_id",
        "{'type':'ADMIN_MUTE','admin_key':'k','agent_id':'a','seconds':60} | Missing reason",
        "{'type':'ADMIN_MUTE','admin_key':'k','agent_id':'a','seconds':1,'reason':7} | Invalid reason",
        "{'type':'ADMIN_MUTE','admin_key':'k','agent_id':'a','seconds':1e9,'reason':'r'} | seconds",
        "{'type':'ADMIN_MUTE','admin_key':'k','agent_id':'a','seconds':-1,'reason':'r'} | seconds",
        "{'type':'ADMIN_SLOW_MODE','admin_key':'k','channel':'x','seconds':5} | Invalid channel",
        "{'type':'ADMIN_SLOW_MODE','admin_key':'k','channel':'#x','seconds':0.5} | Invalid seconds",
        "{'type':'ADMIN_SLOW_MODE','admin_key':'k','channel':'#x'} | Invalid seconds"
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

  @ParameterizedTest
  @CsvSource({"15, false", "16, true", "128, true", "129, false"})
  void a_nonce_has_16_to_128_characters(int length, boolean valid) {
    var json = "{'type':'VERIFY_REQUEST','target':'@a','nonce':'" + "a".repeat(length) + "'}";
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"128, true", "129, false"})
  void the_id_of_an_answered_message_has_at_most_128_units(int length, boolean valid) {
    var json =
        "{'type':'RESPONDING_TO','channel':'#x','started_at':1,'msg_id':'"
            + "é".repeat(length)
            + "'}";
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"1, 100, true", "1, 101, false", "256, 1, true", "257, 1, false"})
  void skills_are_bounded_in_number_and_name(int name, int count, boolean valid) {
    var skill = "{'capability':'" + "c".repeat(name) + "'}";
    var list = String.join(",", java.util.Collections.nCopies(count, skill));
    var json = "{'type':'REGISTER_SKILLS','skills':[" + list + "],'sig':'s'}";
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"65509, true", "65510, false"})
  void all_skills_of_an_agent_are_bounded_in_length(int length, boolean valid) {
    var json =
        "{'type':'REGISTER_SKILLS','sig':'s','skills':[{'capability':'c','x':'%s'}]}"
            .formatted("y".repeat(length));
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"32, 64, true", "33, 64, false", "32, 65, false"})
  void a_filter_has_at_most_32_values_of_64_units_per_list(int values, int length, boolean valid) {
    var value = "'" + "k".repeat(length) + "'";
    var list = String.join(",", java.util.Collections.nCopies(values, value));
    var json = "{'type':'SUBSCRIBE','channel':'#x','only':{'keywords':[" + list + "]}}";
    assertThat(read(json) instanceof Read.Valid).isEqualTo(valid);
  }
}
