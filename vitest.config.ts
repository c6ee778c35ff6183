import { defineConfig } from "vitest/config";

const complete = { branches: 100 };

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/build-once.ts"],
    // Forks, not threads: native database modules do not all survive being loaded into several threads.
    pool: "forks",
    maxWorkers: 2,
    // No test times anything: a busy machine must not make one fail.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text", "html"],
      thresholds: {
        "src/syntax/**": complete,
        "src/check/**": complete,
        "src/core/**": complete,
        "src/rows/**": complete,
      },
    },
  },
});
