package dev.reveille.server.callback;

import dev.reveille.server.delivery.ChatAnswer;

/** The answer that a durable callback is due in its channel. */
record Fires(StoredCallback callback) implements ChatAnswer {}
