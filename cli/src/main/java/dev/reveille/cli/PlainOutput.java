package dev.reveille.cli;

import dev.reveille.client.VisibleText;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The stream for everything that a command prints. It writes control characters and invisible
 * characters as their JSON escapes, wherever they come from: a sentence, a table, a line of JSON, a
 * stack trace.
 *
 * <p>Three things pass besides line feeds and tabs: a carriage return before a line feed, the
 * colours of {@link Terminal} if they are wanted, and what {@link #overwrite} writes.
 */
final class PlainOutput extends PrintStream {
  private final Filter filter;

  private PlainOutput(Filter filter) {
    super(filter, true, StandardCharsets.UTF_8);
    this.filter = filter;
  }

  static PlainOutput of(PrintStream out, boolean colour) {
    return out instanceof PlainOutput plain ? plain : new PlainOutput(new Filter(out, colour));
  }

  /** Writes over the line that the cursor is in. */
  void overwrite(String text) {
    flush();
    filter.carriageReturn();
    print(text);
    flush();
  }

  @Override
  public boolean checkError() {
    return super.checkError() || filter.out.checkError();
  }

  /** Decodes UTF-8 as it comes and encodes what may leave. Its monitor owns its fields. */
  private static final class Filter extends OutputStream {
    /** The sequences that {@link Terminal} uses for colours. */
    private static final List<String> COLOURS =
        List.of(
            "\u001b[0m",
            "\u001b[1m",
            "\u001b[2m",
            "\u001b[31m",
            "\u001b[32m",
            "\u001b[33m",
            "\u001b[36m");

    private final PrintStream out;
    private final boolean colour;
    private final CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final VisibleText visible = new VisibleText();

    /** Characters that can be judged only with the next ones: half a pair, a return, a sequence. */
    private String held = "";

    /** Bytes of a character that is not complete yet. */
    private byte[] begun = new byte[0];

    private Filter(PrintStream out, boolean colour) {
      this.out = out;
      this.colour = colour;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
      var in = ByteBuffer.allocate(begun.length + length);
      in.put(begun).put(bytes, from, length).flip();
      var chars = CharBuffer.allocate(in.remaining());
      decoder.reset().decode(in, chars, false);
      begun = new byte[in.remaining()];
      in.get(begun);
      show(held + chars.flip());
    }

    private void show(String text) {
      var shown = new StringBuilder(text.length());
      int i = 0;
      for (; i < text.length(); ) {
        int own = own(text, i);
        if (own < 0) break;
        if (own > 0) {
          shown.append(text, i, i + own);
          i += own;
          continue;
        }
        int c = text.codePointAt(i);
        visible.show(c, shown);
        i += Character.charCount(c);
      }
      held = text.substring(i);
      out.print(shown);
    }

    /**
     * Returns the length of a sequence of our own; 0 = there is none, -1 = more characters are
     * needed.
     */
    private int own(String text, int at) {
      char c = text.charAt(at);
      int left = text.length() - at;
      if (c == '\r') return left == 1 ? -1 : text.charAt(at + 1) == '\n' ? 2 : 0;
      if (Character.isHighSurrogate(c)) return left == 1 ? -1 : 0;
      if (c != '\u001b' || !colour) return 0;
      for (var sequence : COLOURS) {
        if (text.startsWith(sequence, at)) return sequence.length();
        if (left < sequence.length() && sequence.startsWith(text.substring(at))) return -1;
      }
      return 0;
    }

    private synchronized void carriageReturn() {
      out.print('\r');
    }

    /** Keeps an incomplete sequence until its rest comes: writes may be cut anywhere. */
    @Override
    public void flush() {
      out.flush();
    }
  }
}
