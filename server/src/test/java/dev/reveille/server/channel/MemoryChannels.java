package dev.reveille.server.channel;

import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The channels, their members and invitations, in memory. */
public final class MemoryChannels extends MemoryTable implements ChannelReads {
  private record Membership(String channel, String agent) {}

  private final Map<String, StoredChannel> channels = new LinkedHashMap<>();
  private final Map<Membership, Long> members = new HashMap<>();
  private final Map<String, Set<String>> invitations = new HashMap<>();

  public MemoryChannels() {
    write(AddChannel.class, (write, undo) -> add(write.channel(), undo));
    write(RemoveChannel.class, (write, undo) -> remove(write.channel(), undo));
    write(
        AddMember.class,
        (write, undo) -> {
          long place = nextId();
          undo.change(members, new Membership(write.channel(), write.agent()), place, old -> old);
        });
    write(
        RemoveMember.class,
        (write, undo) -> undo.set(members, new Membership(write.channel(), write.agent()), null));
    write(
        AddInvitation.class,
        (write, undo) -> {
          var invited = invitations.computeIfAbsent(write.channel(), _ -> new TreeSet<>());
          if (invited.add(write.agent())) undo.add(() -> invited.remove(write.agent()));
        });
    reads(ChannelReads.class, this);
  }

  private void add(StoredChannel channel, Undo undo) throws Contradiction {
    var _ = nextId();
    if (channels.putIfAbsent(channel.name(), channel) != null) {
      throw new Contradiction("channel " + channel.name() + " exists");
    }
    undo.add(() -> channels.remove(channel.name()));
  }

  private void remove(String name, Undo undo) throws Contradiction {
    if (!channels.containsKey(name) || !isAbandoned(name)) {
      throw new Contradiction("somebody keeps " + name);
    }
    undo.remove(channels, name);
    forgetEverywhere(name, undo);
  }

  /** No member is stored, and nothing that an agent said is kept. */
  private boolean isAbandoned(String channel) {
    return members.keySet().stream().noneMatch(m -> m.channel().equals(channel))
        && entries().all(channel).stream()
            .allMatch(m -> m.sender().equals("@server") && m.extras().isEmpty());
  }

  @Override
  public Optional<StoredChannel> channel(String name) {
    read();
    return Optional.ofNullable(channels.get(name));
  }

  @Override
  public List<StoredChannel> channels() {
    read();
    return List.copyOf(channels.values());
  }

  @Override
  public List<String> memberships(String agent) {
    read();
    return members.entrySet().stream()
        .filter(e -> e.getKey().agent().equals(agent))
        .sorted(Map.Entry.comparingByValue())
        .map(e -> e.getKey().channel())
        .toList();
  }

  @Override
  public List<String> members(String channel, String after, int limit) {
    read();
    return members.keySet().stream()
        .filter(m -> m.channel().equals(channel) && m.agent().compareTo(after) > 0)
        .map(Membership::agent)
        .sorted()
        .limit(limit)
        .toList();
  }

  @Override
  public Set<String> invited(String channel) {
    read();
    return new TreeSet<>(invitations.getOrDefault(channel, Set.of()));
  }

  @Override
  public List<ChannelReads.Abandoned> abandoned() {
    read();
    return channels.keySet().stream()
        .filter(this::isAbandoned)
        .sorted()
        .map(c -> new ChannelReads.Abandoned(c, entries().head(c).lastSeq()))
        .toList();
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "channels",
        (long) channels.size(),
        "members",
        (long) members.size(),
        "invitations",
        invitations.values().stream().mapToLong(Set::size).sum());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return channels.values().stream()
        .anyMatch(
            c ->
                agent.equals(c.createdBy())
                    || (c.inviteOnly()
                        && invitations.getOrDefault(c.name(), Set.of()).contains(agent)));
  }

  @Override
  protected void forgetAgent(String agent) {
    members.keySet().removeIf(m -> m.agent().equals(agent));
    invitations.values().forEach(i -> i.remove(agent));
  }

  @Override
  protected void forgetChannel(String channel, Undo undo) {
    undo.remove(invitations, channel);
  }
}
