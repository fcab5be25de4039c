package dev.reveille.server.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs programs as processes of the operating system. Nothing of a program outlives its run. */
public final class SystemPrograms implements Programs {
  private static final Set<String> PASSED_ON =
      Set.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "SystemRoot");
  private static final int MOST_ERRORS = 4_096;

  /** The longest that its output may stay open after a program has ended. */
  private static final Duration MOST_REST = Duration.ofSeconds(5);

  @Override
  public Ended run(List<String> command, String input, int most, Duration limit)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().retainAll(PASSED_ON);
    var process = builder.start();
    try {
      var errors = read(process, process.getErrorStream(), MOST_ERRORS, false);
      var output = read(process, process.getInputStream(), most, true);
      write(process, input);
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(command.getFirst() + " took longer than " + limit.toSeconds() + " s");
      }
      return new Ended(process.exitValue(), rest(output), rest(errors));
    } catch (TimeoutException e) {
      throw new IOException(
          command.getFirst() + " ended, but left a process that holds its output open", e);
    } catch (ExecutionException e) {
      throw new IOException(command.getFirst() + ": " + e.getMessage(), e);
    } finally {
      end(process);
    }
  }

  /**
   * Returns what the program wrote. A process that it left behind may hold the output open for
   * ever.
   */
  private static String rest(CompletableFuture<String> written)
      throws InterruptedException, ExecutionException, TimeoutException {
    return written.get(MOST_REST.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void end(Process process) {
    // A process whose parent has ended is no descendant any more.
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** A program may end without reading its input. */
  private static void write(Process process, String input) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (var to = process.getOutputStream()) {
                to.write(input.getBytes(UTF_8));
              } catch (IOException closed) {
                // Its exit code says if that was wrong.
              }
            });
  }

  private static CompletableFuture<String> read(
      Process process, InputStream from, int most, boolean strict) {
    var read = new CompletableFuture<String>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                var bytes = from.readNBytes(most);
                boolean more = from.read() >= 0;
                if (more && strict) {
                  end(process);
                  throw new IOException("it wrote more than " + most + " bytes");
                }
                if (more) from.skip(Long.MAX_VALUE);
                read.complete(new String(bytes, UTF_8));
              } catch (IOException e) {
                read.completeExceptionally(e);
              }
            });
    return read;
  }
}
