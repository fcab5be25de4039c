package dev.reveille.server.channel;

import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the read marks of channels in memory. */
public final class MemoryMarks extends MemoryTable implements MarkReads {
  private record Place(String agent, String channel) {}

  private final Map<Place, ReadMark> marks = new HashMap<>();

  public MemoryMarks() {
    write(
        BeginMark.class,
        (write, undo) -> {
          long last = entries().lastSeq(write.channel());
          var begun = new ReadMark(last, last, 0);
          undo.change(marks, new Place(write.agent(), write.channel()), begun, old -> old);
        });
    write(MoveMark.class, this::move);
    write(
        RemoveMark.class,
        (write, undo) -> undo.set(marks, new Place(write.agent(), write.channel()), null));
    reads(MarkReads.class, this);
  }

  private void move(MoveMark write, Undo undo) {
    long seq = Math.min(write.seq(), entries().lastSeq(write.channel()));
    long references = write.withReferences() ? seq : 0;
    undo.change(
        marks,
        new Place(write.agent(), write.channel()),
        new ReadMark(seq, 0, references),
        old ->
            new ReadMark(
                Math.max(old.seq(), seq), old.since(), Math.max(old.references(), references)));
  }

  @Override
  public Map<String, ReadMark> marks(String agent) {
    read();
    var found = new TreeMap<String, ReadMark>();
    marks.forEach(
        (place, mark) -> {
          if (place.agent().equals(agent)) found.put(place.channel(), mark);
        });
    return found;
  }

  @Override
  public long reached(String channel, long seq, String author) {
    read();
    return marks.entrySet().stream()
        .filter(e -> e.getKey().channel().equals(channel))
        .filter(e -> !e.getKey().agent().equals(author))
        .filter(e -> e.getValue().seq() >= seq && e.getValue().since() < seq)
        .count();
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("read_marks", (long) marks.size());
  }

  @Override
  protected void forgetAgent(String agent) {
    marks.keySet().removeIf(place -> place.agent().equals(agent));
  }

  @Override
  protected void forgetChannel(String channel, Undo undo) {
    undo.keep(marks);
    marks.keySet().removeIf(place -> place.channel().equals(channel));
  }
}
