@org.jspecify.annotations.NullMarked
package dev.reveille.server.alert;
