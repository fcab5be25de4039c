package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The host of one process, when a called cell runs on its caller's thread. */
class CallsInPlaceTest extends LaneHostTest {
  private final Queue<Thread> handledBy = new ConcurrentLinkedQueue<>();

  CallsInPlaceTest() {
    host.callsInPlace();
  }

  @Override
  Cell watched(Cell cell) {
    return new Cell() {
      @Override
      public Step handle(Command command) {
        handledBy.add(Thread.currentThread());
        return cell.handle(command);
      }

      @Override
      public Step resume(Command command, Answer answer) {
        handledBy.add(Thread.currentThread());
        return cell.resume(command, answer);
      }

      @Override
      public boolean mayUnload() {
        return cell.mayUnload();
      }
    };
  }

  @Test
  void a_call_and_its_answer_take_one_thread() {
    host.tell(relay("r"), new Relay("c", new Add(1)));
    settle();
    assertThat(handledBy).hasSize(3);
    assertThat(handledBy.stream().distinct()).hasSize(1);
  }
}
