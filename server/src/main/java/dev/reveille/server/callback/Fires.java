package dev.reveille.server.callback;

import dev.reveille.server.delivery.ChatAnswer;

/** The answer that a durable callback fires now. */
record Fires(StoredCallback callback) implements ChatAnswer {}
