@org.jspecify.annotations.NullMarked
package dev.reveille.server.wake;
