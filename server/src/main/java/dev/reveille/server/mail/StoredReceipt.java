package dev.reveille.server.mail;

/**
 * The level of a direct message whose sender asked for receipts.
 *
 * @param seq its place in the mailbox of its receiver
 * @param at when it reached the level; wall time in milliseconds
 */
public record StoredReceipt(long seq, String msgId, String sender, ReceiptLevel level, long at) {}
