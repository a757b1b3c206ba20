package org.mayflydb.format;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that upgrades a store, reports its progress on its standard output, and then waits to be killed. */
final class UpgradingProcess {
    private UpgradingProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        out.println("started");
        StoreUpgrade.runIfNeeded(EarlierStore.open(Path.of(arguments[0])), new UpgradeListener() {
            @Override
            public void storeCopied(Path copy) {
                out.println("copied");
            }

            @Override
            public void upgradeProgressed(int partitionsDone, int partitions, long entries) {
                out.println(partitionsDone);
            }
        });
        for (int i = 0; i < 3; i++) {
            out.println("upgraded");
        }
        new CountDownLatch(1).await();
    }
}
