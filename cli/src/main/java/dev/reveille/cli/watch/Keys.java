package dev.reveille.cli.watch;

import java.io.IOException;
import java.util.Optional;

/** Reads keys from what a terminal sends. */
final class Keys {
  /** A sequence comes in one piece; a longer pause means that Escape itself was pressed. */
  private static final long SEQUENCE_MILLIS = 50;

  private static final int MAX_SEQUENCE = 32;
  private static final int CTRL_C = 3;
  private static final int CTRL_D = 4;
  private static final int ESCAPE = 27;

  private final Source source;

  /** The characters, one by one. */
  interface Source {
    /** The next; -1 at the end, -2 if none came in time. 0 waits for ever. */
    int read(long millis) throws IOException;
  }

  Keys(Source source) {
    this.source = source;
  }

  /** The next key; nothing at the end of the input. */
  Optional<Key> next() throws IOException {
    int c = source.read(0);
    return switch (c) {
      case -1 -> Optional.empty();
      case '\r', '\n' -> press(Key.Name.ENTER);
      case 127, 8 -> press(Key.Name.BACKSPACE);
      case 1 -> press(Key.Name.HOME);
      case 5 -> press(Key.Name.END);
      case CTRL_C -> press(Key.Name.INTERRUPT);
      case CTRL_D -> press(Key.Name.QUIT);
      case 12 -> press(Key.Name.REDRAW);
      case 14, '\t' -> press(Key.Name.NEXT_ROOM);
      case 16 -> press(Key.Name.PREVIOUS_ROOM);
      case 21 -> press(Key.Name.CLEAR);
      case 23 -> press(Key.Name.DELETE_WORD);
      case ESCAPE -> escape();
      default -> c < 32 ? press(Key.Name.UNKNOWN) : Optional.of(new Key.Text(letter(c)));
    };
  }

  private static Optional<Key> press(Key.Name name) {
    return Optional.of(new Key.Press(name));
  }

  private String letter(int c) throws IOException {
    var letter = new StringBuilder().append((char) c);
    if (Character.isHighSurrogate((char) c)) {
      int low = source.read(SEQUENCE_MILLIS);
      if (low > 0) letter.append((char) low);
    }
    return letter.toString();
  }

  private Optional<Key> escape() throws IOException {
    int kind = source.read(SEQUENCE_MILLIS);
    if (kind == -1) return Optional.empty();
    if (kind == -2) return press(Key.Name.ESCAPE);
    if (kind != '[' && kind != 'O') return press(Key.Name.UNKNOWN);
    var sequence = new StringBuilder();
    int c;
    do {
      c = source.read(SEQUENCE_MILLIS);
      if (c < 0) return press(Key.Name.UNKNOWN);
      sequence.append((char) c);
    } while (c < 0x40 && sequence.length() < MAX_SEQUENCE);
    return sequence.toString().equals("200~") ? paste() : press(named(sequence.toString()));
  }

  private static Key.Name named(String sequence) {
    return switch (sequence) {
      case "A" -> Key.Name.UP;
      case "B" -> Key.Name.DOWN;
      case "C" -> Key.Name.RIGHT;
      case "D" -> Key.Name.LEFT;
      case "H", "1~", "7~" -> Key.Name.HOME;
      case "F", "4~", "8~" -> Key.Name.END;
      case "3~" -> Key.Name.DELETE;
      case "5~" -> Key.Name.PAGE_UP;
      case "6~" -> Key.Name.PAGE_DOWN;
      case "Z" -> Key.Name.PREVIOUS_ROOM;
      default -> Key.Name.UNKNOWN;
    };
  }

  /** A paste is text, whatever it holds: its line breaks do not send it. */
  private Optional<Key> paste() throws IOException {
    var text = new StringBuilder();
    while (text.length() <= InputLine.MAX_CHARS) {
      int c = source.read(SEQUENCE_MILLIS * 20);
      if (c < 0) break;
      text.append((char) c);
      if (text.length() >= 6 && text.substring(text.length() - 6).equals("\u001b[201~")) {
        text.setLength(text.length() - 6);
        break;
      }
    }
    return Optional.of(new Key.Text(text.toString().replace("\r\n", "\n").replace('\r', '\n')));
  }
}
