package org.mayflydb.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.jupiter.api.extension.TestInstancePreDestroyCallback;

/** The store that a test class and its nested classes get from {@link TestStores}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(OnStore.Choice.class)
public @interface OnStore {
    /** The kind of store. */
    TestStores.Kind value();

    /** Chooses the store before an instance, and so what it opens, is made. */
    final class Choice implements TestInstancePreConstructCallback, TestInstancePreDestroyCallback {
        @Override
        public void preConstructTestInstance(TestInstanceFactoryContext made, ExtensionContext context) {
            Class<?> test = made.getTestClass();
            while (test != null && !test.isAnnotationPresent(OnStore.class)) {
                test = test.getEnclosingClass();
            }
            if (test != null) {
                TestStores.choose(test.getAnnotation(OnStore.class).value());
            }
        }

        @Override
        public void preDestroyTestInstance(ExtensionContext context) {
            TestStores.forgetChoice();
        }
    }
}
