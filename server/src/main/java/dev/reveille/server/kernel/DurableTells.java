package dev.reveille.server.kernel;

/** Keeps durable tells from the commit of their unit until the receiver has handled them. */
public interface DurableTells {
  /** Keeps nothing: a durable tell is an error. */
  DurableTells NONE =
      new DurableTells() {
        @Override
        public Write store(CellId sender, Tell tell) {
          throw new IllegalStateException("this host keeps no durable tells");
        }

        @Override
        public void stored(CellId sender, Tell tell) {}
      };

  /**
   * Returns the write that stores the tell. It becomes part of the unit of the sender.
   *
   * @throws IllegalStateException if the class of the command is no {@link DurableCommand}
   */
  Write store(CellId sender, Tell tell);

  /**
   * Called once a unit with such a write is durable, in commit order. It is only a hint: what was
   * stored before a crash is found without it. Never blocks.
   */
  void stored(CellId sender, Tell tell);
}
