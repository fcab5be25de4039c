package dev.reveille.server.store;

import dev.reveille.server.kernel.Write;

/**
 * Replaces the text and the further fields of an entry. The entry keeps its place, its id and its
 * sender. Nothing happens if retention has removed it. Writing it twice has the effect of once.
 */
public record ReplaceText(String stream, long seq, String content, String extras)
    implements Write {}
