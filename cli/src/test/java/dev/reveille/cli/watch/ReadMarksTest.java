package dev.reveille.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.cli.watch.ReadMarks.Mark;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadMarksTest {
  private final ReadMarks marks = new ReadMarks("@me");

  private void said(String from, String to, long seq) {
    var message = new ServerMessage.Msg(1, from, from, to, "x", seq, "m", false, "");
    marks.hear(message, to.startsWith("#") ? to : from);
  }

  private void begin(String channel, long firstUnread) {
    marks.begin(List.of(new InboxMessages.UnreadChannel(channel, 1, false, firstUnread, 9, 0)));
  }

  @Test
  void mail_is_read_when_its_room_is_on_the_screen_and_not_before() {
    said("@bob", "@me", 1);
    said("@carl", "@me", 2);
    said("@bob", "@me", 3);
    begin("#general", 0);
    assertThat(marks.shown("#general")).isEmpty();
    assertThat(marks.shown("@bob")).contains(new Mark("@me", 1));
    assertThat(marks.shown("@bob")).isEmpty();
    assertThat(marks.shown("@carl")).contains(new Mark("@me", 3));
    said("@bob", "@me", 4);
    assertThat(marks.shown("@carl")).isEmpty();
  }

  @Test
  void a_channel_is_read_up_to_what_came_unless_older_unread_messages_did_not_come() {
    begin("#general", 5);
    said("@bob", "#general", 5);
    said("@bob", "#general", 6);
    assertThat(marks.shown("#general")).contains(new Mark("#general", 6));
    begin("#busy", 5);
    said("@bob", "#busy", 40);
    assertThat(marks.shown("#busy")).isEmpty();
    said("@bob", "#new", 40);
    assertThat(marks.shown("#new")).as("nobody knows what is unread there").isEmpty();
  }

  @Test
  void what_the_person_says_and_what_has_no_place_marks_nothing() {
    said("@me", "@bob", 9);
    said("@server", "@me", 0);
    assertThat(marks.shown("@bob")).isEmpty();
    assertThat(marks.shown("@server")).isEmpty();
  }
}
