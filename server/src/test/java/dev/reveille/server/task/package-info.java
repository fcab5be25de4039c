/** Tests of the package of this name. */
@org.jspecify.annotations.NullMarked
package dev.reveille.server.task;
