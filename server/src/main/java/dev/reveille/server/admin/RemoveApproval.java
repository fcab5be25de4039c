package dev.reveille.server.admin;

import dev.reveille.server.kernel.Write;

public record RemoveApproval(String pubkey) implements Write {}
