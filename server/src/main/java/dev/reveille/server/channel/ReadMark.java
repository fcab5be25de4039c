package dev.reveille.server.channel;

/**
 * The last entry that an agent has read in a channel.
 *
 * @param seq everything up to here is read
 * @param since where the mark began: the agent never got what is before
 * @param references references into the channel up to here are confirmed
 */
public record ReadMark(long seq, long since, long references) {}
