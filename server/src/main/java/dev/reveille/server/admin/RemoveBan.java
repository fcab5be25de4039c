package dev.reveille.server.admin;

import dev.reveille.server.kernel.Write;

public record RemoveBan(String agent) implements Write {}
