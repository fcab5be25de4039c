package dev.reveille.server.identity;

import dev.reveille.server.kernel.DirectoryEffect;

/** Makes an identity for the token that is ordered, and tells the cell of tokens the outcome. */
public record MakeIdentity(TokenCommand.CarryOut order, String name) implements DirectoryEffect {}
