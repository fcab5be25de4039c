package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Jobs that do nothing: the test says when and how each ends. Used on the test's own thread. */
public final class ScriptedJobs implements Jobs {
  /** A job that runs. */
  public final class Script implements Running {
    private final String kind;
    private final JobRequest request;
    private final Consumer<Outcome> ended;
    private boolean interrupted;

    private Script(String kind, JobRequest request, Consumer<Outcome> ended) {
      this.kind = kind;
      this.request = request;
      this.ended = ended;
    }

    public JobRequest request() {
      return request;
    }

    public String kind() {
      return kind;
    }

    public boolean wasInterrupted() {
      return interrupted;
    }

    @Override
    public void interrupt() {
      interrupted = true;
    }

    public void bring(JobResult result) {
      end(new Outcome.Brought(result));
    }

    public void fail(String reason) {
      end(new Outcome.Threw(reason));
    }

    private void end(Outcome outcome) {
      if (!running.remove(this)) throw new IllegalStateException("it has ended already");
      ended.accept(outcome);
    }
  }

  private final List<Script> running = new ArrayList<>();

  @Override
  public Running start(JobKind<?> kind, JobRequest request, Consumer<Outcome> ended) {
    var script = new Script(kind.name(), request, ended);
    running.add(script);
    return script;
  }

  @Override
  public boolean close(Duration most) {
    List.copyOf(running).forEach(Script::interrupt);
    return running.isEmpty();
  }

  /** Returns the jobs that run, in the order of their start. */
  public List<Script> running() {
    return List.copyOf(running);
  }
}
