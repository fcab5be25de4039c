package dev.reveille.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class AgentPollerTest {
  private static JsonNode agents(int count) {
    return Json.read("{\"a\":[" + "{},".repeat(count) + "{}]}").orElseThrow().path("a");
  }

  @Test
  void what_is_known_can_be_had_while_a_request_is_under_way() throws InterruptedException {
    var asked = new CountDownLatch(1);
    var ended = new CountDownLatch(1);
    Top.Source slow =
        () -> {
          asked.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            ended.countDown();
          }
          return new Top.Answer.Silent("never said");
        };
    try (var poller = new AgentPoller(slow, agents(2), () -> {})) {
      poller.start();
      asked.await();
      assertThat(poller.snapshot().agents()).hasSize(3);
      assertThat(poller.snapshot().trouble()).isNull();
    }
    assertThat(ended.await(10, TimeUnit.SECONDS)).as("the request is given up").isTrue();
  }

  @Test
  void trouble_is_told_and_forgotten_with_the_next_answer() throws InterruptedException {
    var answers = new ArrayBlockingQueue<Top.Answer>(2);
    answers.add(new Top.Answer.Silent("gone"));
    var news = new Semaphore(0);
    try (var poller = new AgentPoller(answers::take, agents(2), news::release)) {
      long before = poller.snapshot().heardNanos();
      poller.start();
      news.acquire();
      var silent = poller.snapshot();
      assertThat(silent.trouble()).isEqualTo(new AgentPoller.Trouble("gone", false));
      assertThat(silent.agents()).hasSize(3);
      assertThat(silent.heardNanos()).isEqualTo(before);
      answers.add(new Top.Answer.Heard(agents(0)));
      news.acquire();
      assertThat(poller.snapshot().trouble()).isNull();
      assertThat(poller.snapshot().agents()).hasSize(1);
      assertThat(poller.snapshot().heardNanos() - before).isPositive();
    }
  }
}
