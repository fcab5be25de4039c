package dev.reveille.server.observe;

import java.util.List;
import java.util.function.BiFunction;

/**
 * A list that a feature adds to the page of one agent.
 *
 * @param name the name of the list in the answer
 * @param title the title above the list
 * @param words the sentence that shows one item to a person; its fields are those of the item
 * @param items returns JSON objects; may read the store
 */
public record AgentList(
    String name, String title, Words words, BiFunction<ShownAgent, Viewer, List<byte[]>> items) {}
