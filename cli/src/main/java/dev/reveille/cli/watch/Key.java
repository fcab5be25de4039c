package dev.reveille.cli.watch;

/** Something that was pressed. */
sealed interface Key {
  /** Text to insert: a letter, or a paste. */
  record Text(String text) implements Key {}

  record Press(Name name) implements Key {}

  /** Keys that do something. */
  enum Name {
    ENTER,
    BACKSPACE,
    DELETE,
    LEFT,
    RIGHT,
    HOME,
    END,
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    NEXT_ROOM,
    PREVIOUS_ROOM,
    CLEAR,
    DELETE_WORD,
    REDRAW,
    QUIT,
    INTERRUPT,
    ESCAPE,
    UNKNOWN
  }
}
