package dev.reveille.cli.watch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * The terminal while the full screen has it. Closing gives it back as it was; so does the end of
 * the process, whatever ends it but SIGKILL.
 */
final class FullScreen implements AutoCloseable {
  private static final String PASTE_ON = "\u001b[?2004h";
  private static final String PASTE_OFF = "\u001b[?2004l";

  private static final long LOOK_MILLIS = 500;

  private final Terminal terminal;
  private final Attributes before;
  private final String goodbye;
  private final Display display;
  private final Layout layout = new Layout(ZoneId.systemDefault());
  private final AtomicBoolean given = new AtomicBoolean();
  private final Thread hook = new Thread(this::giveBack, "reveille-terminal");

  private FullScreen(Terminal terminal) {
    this.terminal = terminal;
    this.before = terminal.getAttributes();
    this.goodbye = goodbye(terminal);
    this.display = new Display(terminal, true);
    // Before anything is changed, so that an early end leaves no trace either.
    Runtime.getRuntime().addShutdownHook(hook);
    var _ = terminal.enterRawMode();
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.keypad_xmit);
    terminal.writer().write(PASTE_ON);
    terminal.flush();
    resized();
  }

  static FullScreen open() throws IOException {
    // Lines are drawn with Unicode; terminals that know the old second alphabet know it too.
    System.setProperty(TerminalBuilder.PROP_DISABLE_ALTERNATE_CHARSET, "true");
    var terminal =
        TerminalBuilder.builder()
            .system(true)
            .dumb(false)
            .nativeSignals(true)
            .graphemeCluster(false)
            .encoding("UTF-8")
            .build();
    return new FullScreen(terminal);
  }

  void onResize(Runnable action) {
    terminal.handle(Terminal.Signal.WINCH, _ -> action.run());
  }

  void onInterrupt(Runnable action) {
    terminal.handle(Terminal.Signal.INT, _ -> action.run());
  }

  /** For a screen that nothing is typed into. */
  void hideCursor() {
    terminal.puts(Capability.cursor_invisible);
    terminal.flush();
  }

  Keys keys() {
    var reader = terminal.reader();
    return new Keys(millis -> millis > 0 ? reader.read(millis) : next(reader));
  }

  /** A read without an end would keep the terminal from being closed. */
  private int next(NonBlockingReader reader) throws IOException {
    while (!given.get()) {
      int c = reader.read(LOOK_MILLIS);
      if (c != NonBlockingReader.READ_EXPIRED) return c;
    }
    return NonBlockingReader.EOF;
  }

  /** The screen is drawn anew next time. */
  void resized() {
    display.resize(size());
    display.clear();
  }

  /** Some terminals do not tell: then the usual size. */
  private Size size() {
    var size = terminal.getSize();
    return size.getColumns() > 0 && size.getRows() > 0 ? size : Size.of(80, 24);
  }

  /** Lines of half a screen. */
  int page() {
    return Math.max(1, size().getRows() / 2);
  }

  synchronized void draw(Board board) {
    if (given.get()) return;
    var size = size();
    var screen = layout.screen(board, size.getColumns(), size.getRows());
    display.update(screen.lines(), size.cursorPos(screen.lines().size() - 1, screen.cursor()));
    terminal.flush();
  }

  /** Rows and columns there are to draw on. */
  Size room() {
    return size();
  }

  /** Draws these lines, with the cursor after the last. */
  synchronized void draw(List<AttributedString> lines) {
    if (given.get()) return;
    display.update(lines, size().cursorPos(Math.max(0, lines.size() - 1), 0));
    terminal.flush();
  }

  /** Makes the terminal what it was. Nothing is drawn any more. */
  synchronized void giveBack() {
    if (!given.compareAndSet(false, true)) return;
    try {
      // Not through the library: when the process ends it may have closed its own way out.
      var out = new FileOutputStream(FileDescriptor.out);
      out.write(goodbye.getBytes(StandardCharsets.UTF_8));
      out.flush();
      terminal.setAttributes(before);
    } catch (IOException e) {
      // the terminal is gone
    } catch (IllegalStateException e) {
      // closed by the library, which set the attributes itself
    }
  }

  private static String goodbye(Terminal terminal) {
    var text = new StringWriter();
    text.write(PASTE_OFF);
    for (var what :
        new Capability[] {
          Capability.keypad_local, Capability.exit_ca_mode, Capability.cursor_normal
        }) {
      var sequence = terminal.getStringCapability(what);
      if (sequence != null) Curses.tputs(text, sequence);
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    giveBack();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is ending, and the hook finds nothing to do
    }
    terminal.close();
  }
}
