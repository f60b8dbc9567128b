import path from "node:path";
import { defineConfig } from "vitest/config";
import { listLoneTests, listProcessTests, listReplacingTests } from "./lib/testing/test-files.ts";
import { TestsInOrder } from "./lib/testing/tests-in-order.ts";
import { TEST_TIME_ZONE } from "./lib/tooling/proofs/calendar/time-zone.ts";

process.env.TZ = TEST_TIME_ZONE;

// `server-only` is an error without the first one. No "import" here: vitest hands the list to Node as it is.
const serverConditions = ["react-server", "node"];

const alone = listLoneTests();
const replacingInPages = listReplacingTests();
const processes = listProcessTests();

const shared = {
  env: {
    TZ: TEST_TIME_ZONE,
    NODE_ENV: "test" as const,
    LOG_LEVEL: "silent",
    SUPPLIERS_MAY_BE_PRIVATE: "1",
    WEBHOOKS_MAY_BE_PRIVATE: "1",
    AUTH_SECRET: "a secret of the tests, used nowhere else",
    PUSH_PRIVATE_KEY: "WYMOvDpBhBEFZr8aKQ0IRz39y9SSzkmLFM0aXi-i5EE",
    LICENCES: "1",
    TELEGRAM_WEBHOOK_SECRET: "a-secret-of-the-tests-for-what-telegram-tells",
    DATA_KEY: Buffer.alloc(32, 7).toString("base64"),
  },
  setupFiles: ["./lib/testing/setup.ts"],
  exclude: ["**/node_modules/**", "**/.next/**", "**/.data/**"],
  // next-intl imports next/* without extensions, which only a bundler resolves.
  server: { deps: { inline: ["next-intl", "use-intl"] } },
  // Machines that test are busy; a test that hangs is found out all the same.
  testTimeout: 30_000,
  // As `eventually` has it: vitest's own second is a quick machine's.
  expect: { poll: { timeout: 20_000 } },
  // A judge's offenders are read in the last lines of a run: "[ Array(1) ]" would name none.
  chaiConfig: { truncateThreshold: 300 },
  restoreMocks: true,
  unstubEnvs: true,
};

const pages = {
  oxc: { jsx: { runtime: "automatic" as const } },
  // The formatter of the pages (next.config.ts), which here parses what a test hands in as it is written.
  resolve: {
    alias: [
      {
        find: /^use-intl\/format-message$/,
        replacement: path.resolve("lib/testing/format-written-message.ts"),
      },
      // The same `cx`, which in tests refuses classes that contradict one another.
      {
        find: /^#components\/ui\/class-names\.ts$/,
        replacement: path.resolve("lib/testing/strict-class-names.ts"),
      },
    ],
  },
  test: {
    environment: "jsdom",
    sequence: { groupOrder: 1, setupFiles: "list" as const },
    setupFiles: [...shared.setupFiles, "./lib/testing/setup-ui.ts"],
  },
};

/** Tests that wait more than they work: two of them leave a third of two processors idle. They come first. */
const beside = { maxWorkers: 3, sequence: { groupOrder: 0 } };

const databaseProject = {
  environment: "node",
  globalSetup: ["./lib/testing/database-server.ts"],
  execArgv: ["--conditions=react-server"],
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: TestsInOrder },
    reporters: process.env.VERIFY_RECORDS ? ["default", "./lib/testing/counting-reporter.ts"] : ["default"],
    projects: [
      {
        resolve: { conditions: serverConditions },
        ssr: { resolve: { conditions: serverConditions, externalConditions: serverConditions } },
        test: {
          ...shared,
          name: "unit",
          environment: "node",
          // One worker's files share what they import: most of their time went there. What a test replaces it puts back.
          isolate: false,
          // After all others, so that its workers are its own.
          sequence: { groupOrder: 2 },
          include: ["{app,bench,components,features,lib}/**/*.test.ts", "*.test.ts"],
          exclude: [...shared.exclude, "**/*.db.test.ts", ...alone],
          execArgv: ["--conditions=react-server"],
        },
      },
      {
        resolve: { conditions: serverConditions },
        ssr: { resolve: { conditions: serverConditions, externalConditions: serverConditions } },
        test: {
          ...shared,
          ...databaseProject,
          name: "processes",
          ...beside,
          include: processes,
        },
      },
      {
        resolve: { conditions: serverConditions },
        ssr: { resolve: { conditions: serverConditions, externalConditions: serverConditions } },
        test: {
          ...shared,
          name: "alone",
          environment: "node",
          ...beside,
          include: alone,
          execArgv: ["--conditions=react-server"],
        },
      },
      {
        ...pages,
        test: { ...shared, ...pages.test, name: "replacing in pages", include: replacingInPages },
      },
      {
        ...pages,
        test: {
          ...shared,
          ...pages.test,
          name: "ui",
          // As "db"; the page that the files of a worker share is empty when one begins (setup-ui.ts).
          isolate: false,
          setupFiles: ["./lib/testing/own-modules.ts", ...pages.test.setupFiles],
          include: ["{app,components,features,lib}/**/*.test.tsx"],
          exclude: [...shared.exclude, ...replacingInPages],
        },
      },
      {
        resolve: { conditions: serverConditions },
        ssr: { resolve: { conditions: serverConditions, externalConditions: serverConditions } },
        test: {
          ...shared,
          ...databaseProject,
          name: "db",
          // Files of one worker share its process and its packages; their modules are their own (own-modules.ts).
          isolate: false,
          setupFiles: ["./lib/testing/own-modules.ts", ...shared.setupFiles],
          sequence: { groupOrder: 1, setupFiles: "list" },
          include: ["{app,bench,features,lib}/**/*.db.test.ts"],
          exclude: [...shared.exclude, ...processes],
        },
      },
    ],
  },
});
