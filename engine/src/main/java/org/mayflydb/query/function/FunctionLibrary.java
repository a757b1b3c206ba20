package org.mayflydb.query.function;

import java.util.List;

/**
 * More built-in functions, from a module that is on the class path or not. A module provides one through {@link
 * java.util.ServiceLoader}; {@link BuiltIns} asks all it finds once.
 */
public interface FunctionLibrary {
    List<BuiltIn> functions();
}
