package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessages.Read;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of what a server accepts about the inbox, row by row. Quotes are written as '. */
class InboxMessagesTest {
  private static Read read(String json) {
    return ClientMessages.read(json.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'IDENTIFY','name':'ada','confirm':true,'side':true}",
        "{'type':'MSG','to':'#x','content':'','priority':'low'}",
        "{'type':'MSG','to':'#x','content':'','priority':null,'receipt':false}",
        "{'type':'MSG','to':'@a','content':'','priority':'high','receipt':true}",
        "{'type':'SUBSCRIBE','channel':'#x','notices':false}",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'priority':'normal'},'notices':null}",
        "{'type':'READ','to':'@me','seq':0}",
        "{'type':'READ','to':'@0123456789abcdef','seq':7}",
        "{'type':'READ','to':'#x','seq':9007199254740991}",
        "{'type':'READ','cursor':'x'}",
        "{'type':'UNREAD'}",
        "{'type':'PENDING'}",
        "{'type':'PENDING','limit':200,'wait_ms':60000,'channels':[]}",
        "{'type':'PENDING','channels':['#a','#b'],'senders':['@a'],'keywords':['k p']}",
        "{'type':'RECEIPT','msg_id':'m'}",
      })
  void these_are_accepted(String json) {
    assertThat(read(json)).isInstanceOf(Read.Valid.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'type':'MSG','to':'#x','content':'','priority':'urgent'} | low, normal or high",
        "{'type':'MSG','to':'#x','content':'','priority':1} | low, normal or high",
        "{'type':'MSG','to':'#x','content':'','receipt':true} | only for a direct message",
        "{'type':'SUBSCRIBE','channel':'#x','notices':0} | Invalid notices",
        "{'type':'SUBSCRIBE','channel':'#x','only':{'priority':''}} | Invalid priority",
        "{'type':'READ'} | Invalid to",
        "{'type':'READ','to':'me','seq':1} | Invalid to",
        "{'type':'READ','to':'@','seq':1} | Invalid to",
        "{'type':'READ','to':'@me'} | Missing seq",
        "{'type':'READ','to':'@me','seq':-1} | Invalid seq",
        "{'type':'READ','to':'@me','seq':0.5} | Invalid seq",
        "{'type':'READ','cursor':'x','to':'@me','seq':1} | not both",
        "{'type':'READ','cursor':''} | Invalid cursor",
        "{'type':'READ','cursor':7} | Invalid cursor",
        "{'type':'PENDING','limit':0} | Invalid limit",
        "{'type':'PENDING','limit':201} | Invalid limit",
        "{'type':'PENDING','wait_ms':-1} | Invalid wait_ms",
        "{'type':'PENDING','wait_ms':60001} | Invalid wait_ms",
        "{'type':'PENDING','wait_ms':'1'} | Invalid wait_ms",
        "{'type':'PENDING','channels':'#x'} | Invalid channels",
        "{'type':'PENDING','channels':['x']} | Invalid channels",
        "{'type':'PENDING','channels':[7]} | Invalid channels",
        "{'type':'PENDING','senders':['ada']} | Invalid senders",
        "{'type':'PENDING','keywords':['']} | Invalid keywords",
        "{'type':'PENDING','priority':'HIGH'} | low, normal or high",
        "{'type':'RECEIPT'} | Missing msg_id",
      })
  void these_are_refused_with_a_reason(String json, String reason) {
    assertThat(read(json))
        .isInstanceOfSatisfying(
            Read.Invalid.class, refused -> assertThat(refused.reason()).contains(reason.strip()));
  }

  @Test
  void long_lists_and_cursors_are_refused() {
    var channels = "'#a',".repeat(InboxMessages.MAX_CHANNELS) + "'#b'";
    assertThat(read("{'type':'PENDING','channels':[" + channels + "]}"))
        .isInstanceOf(Read.Invalid.class);
    var cursor = "x".repeat(ConfirmMessages.MAX_CURSOR + 1);
    assertThat(read("{'type':'READ','cursor':'" + cursor + "'}")).isInstanceOf(Read.Invalid.class);
  }

  @Test
  void a_channel_that_is_named_twice_counts_once() {
    assertThat(read("{'type':'PENDING','channels':['#a','#b','#a']}"))
        .isEqualTo(new Read.Valid(InboxMessages.AskPending.of(50, "#a", "#b")));
  }

  @Test
  void a_question_without_criteria_has_no_filter() {
    var asked = InboxMessages.AskPending.of(50, "#a");
    assertThat(asked.only()).isEmpty();
    var high = new InboxMessages.AskPending(50, List.of(), 0, List.of(), List.of(), Priority.HIGH);
    assertThat(high.only()).contains(Filter.atLeast(Priority.HIGH));
  }

  @Test
  void the_priority_of_an_entry_is_the_first_of_its_extras_and_cannot_be_forged_behind_it() {
    for (var priority : Priority.values()) {
      assertThat(Priority.ofExtras(priority.extra())).isEqualTo(priority);
    }
    assertThat(Priority.ofExtras("\"tags\":[],\"priority\":\"high\"")).isEqualTo(Priority.NORMAL);
    assertThat(Priority.ofExtras("\"in_reply_to\":{\"priority\":\"high\"}"))
        .isEqualTo(Priority.NORMAL);
    assertThat(Priority.ofExtras("\"priority\":\"low\",\"tags\":[]")).isEqualTo(Priority.LOW);
  }

  @Test
  void news_about_a_side_session_are_no_answer() {
    var type = ServerTypes.of(ConfirmMessages.Confirmed.class);
    var asked = ConfirmMessages.Confirm.upTo("@me", 7);
    var answer = new ConfirmMessages.Confirmed(null, "@me", 7, List.of(), false);
    assertThat(type.isAnswer(asked, answer)).isTrue();
    assertThat(type.isAnswer(asked, new ConfirmMessages.Confirmed(null, "@me", 7, List.of(), true)))
        .isFalse();
    assertThat(type.isAnswer(ConfirmMessages.Confirm.upTo("#x", 7), answer)).isFalse();
    assertThat(type.isAnswer(ConfirmMessages.Confirm.all("c"), answer)).isFalse();
    assertThat(new ConfirmMessages.Confirm("@me", 7, "c"))
        .isEqualTo(ConfirmMessages.Confirm.all("c"));
  }
}
