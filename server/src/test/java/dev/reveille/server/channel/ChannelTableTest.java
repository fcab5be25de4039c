package dev.reveille.server.channel;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.StoredEntry;
import dev.reveille.server.store.StreamHead;
import dev.reveille.server.store.TableContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of every store about channels, members and invitations. */
class ChannelTableTest extends TableContract {
  @Test
  void a_channel_that_nobody_keeps_is_removed_with_all_of_it_and_begins_anew() {
    var channel = new AddChannel(new StoredChannel("#c", true, false, "@ann", T));
    units.required("a", 1, channel);
    units.required("a", 1, new AddInvitation("#c", "@bob", "@ann", T));
    units.required("a", 1, new AppendEntry(notice("#c", 1)));
    units.await();
    assertThat(store.reads(ChannelReads.class).abandoned())
        .containsExactly(new ChannelReads.Abandoned("#c", 1));
    units.required("a", 1, new AppendEntry(notice("#c", 2)));
    units.required("a", 1, new RemoveChannel("#c"));
    units.await();
    assertThat(store.reads(ChannelReads.class).channel("#c")).isEmpty();
    assertThat(store.reads(ChannelReads.class).invited("#c")).isEmpty();
    assertThat(store.reads(EntryReads.class).after("#c", 0, 10)).isEmpty();
    assertThat(store.reads(EntryReads.class).head("#c")).isEqualTo(StreamHead.EMPTY);
    units.required("a", 1, channel);
    units.required("a", 1, new AppendEntry(notice("#c", 1)));
    units.await();
    assertThat(store.reads(EntryReads.class).after("#c", 0, 10)).hasSize(1);
  }

  @Test
  void what_the_server_says_for_an_agent_keeps_its_channel_and_notices_do_not() {
    units.required("a", 1, new AddChannel(new StoredChannel("#c", false, false, "@ann", T)));
    units.required("a", 1, new AppendEntry(notice("#c", 1)));
    var origin = "\"cb_id\":\"cb_1_a\",\"cb_origin\":\"@ann\"";
    units.required(
        "a",
        1,
        new AppendEntry(
            new StoredEntry(
                "#c", 2, T, "m", "@server", "server", null, "@@cb-fire@@x", null, origin)));
    units.await();
    assertThat(store.reads(ChannelReads.class).abandoned()).isEmpty();
    units.required("a", 1, new RemoveChannel("#c"));
    units.await();
    assertThat(store.reads(ChannelReads.class).channel("#c")).isPresent();
  }

  private static StoredEntry notice(String channel, long seq) {
    return new StoredEntry(channel, seq, T, null, "@server", "Server", null, "a notice", null, "");
  }

  @Test
  void channels_are_listed_in_order_of_creation_and_made_once() {
    var z = new StoredChannel("#z", false, true, null, T + 5);
    var a = new StoredChannel("#a", true, false, "@ann", T);
    units.required("a", 1, new AddChannel(z));
    units.required("a", 1, new AddChannel(a));
    units.required("b", 1, new AddChannel(z));

    assertThat(units.outcome()).isEqualTo("ssr");
    assertThat(store.reads(ChannelReads.class).channels()).containsExactly(z, a);
    assertThat(store.reads(ChannelReads.class).channel("#none")).isEmpty();
  }

  @Test
  void memberships_are_in_order_of_joining_whatever_the_clock_says() {
    units.required("a", 1, new AddMember("#z", "@ann", T + 9));
    units.required("a", 1, new AddMember("#a", "@ann", T));
    units.required("a", 1, new AddMember("#m", "@ann", T + 5));
    units.required("a", 1, new AddMember("#z", "@ann", T + 20));
    units.required("a", 1, new RemoveMember("#a", "@ann"), new RemoveMember("#none", "@ann"));
    units.required("a", 1, new AddMember("#a", "@ann", T + 1), new AddMember("#b", "@bob", T));
    units.await();

    assertThat(store.reads(ChannelReads.class).memberships("@ann"))
        .containsExactly("#z", "#m", "#a");
    assertThat(store.reads(ChannelReads.class).memberships("@bob")).containsExactly("#b");
    assertThat(store.reads(ChannelReads.class).memberships("@eve")).isEmpty();
  }

  @Test
  void the_stored_members_of_a_channel_are_read_a_page_at_a_time() {
    for (var agent : List.of("@c", "@a", "@b", "@d")) {
      units.required("a", 1, new AddMember("#a", agent, T), new AddMember("#b", agent, T));
    }
    units.required("a", 1, new RemoveMember("#a", "@d"));
    units.await();
    var reads = store.reads(ChannelReads.class);
    assertThat(reads.members("#a", "", 2)).containsExactly("@a", "@b");
    assertThat(reads.members("#a", "@b", 2)).containsExactly("@c");
    assertThat(reads.members("#a", "@c", 2)).isEmpty();
  }

  @Test
  void invitations_are_remembered_once() {
    units.required("a", 1, new AddInvitation("#a", "@bob", "@ann", T));
    units.required("a", 1, new AddInvitation("#a", "@bob", "@eve", T));
    units.required("a", 1, new AddInvitation("#a", "@cat", "@ann", T));

    assertThat(units.outcome()).isEqualTo("sss");
    assertThat(store.reads(ChannelReads.class).invited("#a"))
        .containsExactlyInAnyOrder("@bob", "@cat");
    assertThat(store.reads(ChannelReads.class).invited("#b")).isEmpty();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(
        ChannelTable.CHANNEL,
        ChannelTable.MEMBERSHIPS,
        ChannelTable.STORED_MEMBERS,
        ChannelTable.INVITED);
    assertWalked(ChannelTable.CHANNELS);
  }
}
