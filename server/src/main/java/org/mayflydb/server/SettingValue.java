package org.mayflydb.server;

/**
 * A value for a setting, and where it came from.
 *
 * @param source for people, such as {@code --port}
 */
public record SettingValue(Setting setting, String text, String source) {}
