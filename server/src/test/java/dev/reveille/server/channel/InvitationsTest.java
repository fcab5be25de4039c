package dev.reveille.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.simulation.StoreFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InvitationsTest {
  @TempDir Path folder = Path.of("");

  @Test
  void there_is_an_end_to_invitations_and_those_given_can_be_repeated() {
    var host = new Presence.Member("@host", "host", new SessionId("local", 1), false);
    try (var fixture = new StoreFixture(folder)) {
      var channel =
          ChannelCell.load(
              "#secret",
              StoreFixture.config(),
              new SystemClock(),
              fixture.store(),
              new MapPresence());
      channel.handle(
          new ChannelCommand.Create(host, host, false, true, false, ChannelFilter.FULL, null));
      // The host itself is the first of ten thousand.
      for (int i = 1; i < 10_000; i++) {
        assertThat(
                channel.handle(new ChannelCommand.Invite("i" + i, host, "@a" + i, null)).answer())
            .isEqualTo(new ChatAnswer.Done());
      }
      assertThat(channel.handle(new ChannelCommand.Invite("i", host, "@more", null)).answer())
          .isInstanceOfSatisfying(
              ChatAnswer.Refused.class,
              r -> assertThat(r.code()).isEqualTo(ErrorCode.RATE_LIMITED));
      assertThat(channel.handle(new ChannelCommand.Invite("j", host, "@a1", null)).answer())
          .isEqualTo(new ChatAnswer.Done());
    }
  }
}
