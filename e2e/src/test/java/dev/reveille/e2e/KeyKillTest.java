package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.ClientException;
import dev.reveille.client.KeyOffice;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Revocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of key that was answered survives {@code kill -9}; one that was not is whole or not. */
class KeyKillTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path data;
  private Identity identity = Identity.generate();

  KeyKillTest(@TempDir Path folder) {
    data = folder.resolve("data");
  }

  @Test
  void whenever_the_server_is_killed_the_holder_of_the_newest_key_is_the_agent() throws Exception {
    var random = Seed.random("kill -9 while a key changes");
    int rounds = Seed.rounds(6, 60);
    boolean answered = false;
    Identity old = identity;
    for (int round = 0; round <= rounds; round++) {
      try (var server = ServerProcess.start(data, ServerProcess.NO_LIMITS)) {
        if (answered) assertRefused(server, old, "rotated");
        assertWelcome(server, identity);
        if (round > 0) assertRefused(server, old, "rotated");
        if (round == rounds) break;
        old = identity;
        identity = old.rotatedTo(Identity.generate(), System.currentTimeMillis());
        var chain = identity.rotation();
        var office = new KeyOffice(server.uri(), PATIENCE);
        var change = CompletableFuture.runAsync(() -> office.rotate(chain));
        Thread.sleep(random.nextInt(60));
        server.kill();
        answered = change.handle((_, failure) -> failure == null).get(60, TimeUnit.SECONDS);
        assertThat(server.errors()).isEmpty();
      }
    }
  }

  @Test
  void a_revocation_that_was_answered_survives() {
    try (var server = ServerProcess.start(data, ServerProcess.NO_LIMITS)) {
      assertWelcome(server, identity);
      new KeyOffice(server.uri(), PATIENCE).revoke(Revocation.sign(identity, "stolen", 1));
      server.kill();
    }
    try (var server = ServerProcess.start(data, ServerProcess.NO_LIMITS)) {
      assertRefused(server, identity, "revoked: stolen");
    }
  }

  private static ReveilleClient connect(ServerProcess server, Identity identity) {
    return ReveilleClient.builder().uri(server.uri()).name("ann").identity(identity).connect();
  }

  private void assertWelcome(ServerProcess server, Identity key) {
    try (var client = connect(server, key)) {
      assertThat(client.agentId()).isEqualTo("@" + identity.agentId());
    }
  }

  private static void assertRefused(ServerProcess server, Identity key, String why) {
    try (var client = connect(server, key)) {
      throw new AssertionError("welcomed as " + client.agentId());
    } catch (ClientException.Refused e) {
      assertThat(e.is(ErrorCode.NOT_ALLOWED)).isTrue();
      assertThat(e).hasMessageContaining(why);
    }
  }
}
