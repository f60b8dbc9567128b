import type { KnipConfig } from "knip";

/** What `npm run check` calls unused: files, exports and packages that nothing below leads to. */
const config: KnipConfig = {
  entry: [
    // Started as processes or threads, or put in a module's place, by their paths.
    "app/_processes/*.ts",
    // The content desk, a Next application of its own.
    "app/_cms/{next,payload}.config.ts",
    "app/_cms/app/**/{page,layout,not-found,route}.{ts,tsx}",
    "app/_journeys/*.ts",
    "bench/*.ts",
    "bench/harness/*-process.ts",
    "features/**/*-thread.gateway.ts",
    "lib/tooling/drawn/typescript-5.ts",
    "lib/tooling/{new/new,verify/verify}.ts",
    "lib/tooling/proofs/calendar/run.ts",
    "lib/tooling/pages/run.ts",
    "lib/testing/{format-written-message,shifted-date,strict-class-names,tell-cpu}.ts",
    // Found by their names: invariants, tests, and what next-intl and the test runners are told in their settings.
    "{features,lib}/**/*checks.ts",
    "lib/testing/{setup,setup-ui,database-server,counting-reporter,counting-journeys}.ts",
    "lib/i18n/request.ts",
    "app/**/*.e2e.ts",
    "**/*.test.{ts,tsx}",
  ],
  project: ["{app,bench,components,features,lib}/**/*.{ts,tsx,mjs,css}", "*.ts", "!**/*.gen.ts"],
  // The image of a schema that two databases are compared by.
  ignoreDependencies: [
    // Fonts: app/fonts is cut from the first, PDFs take the files of the others by path.
    "@fontsource-variable/inter",
    "@fontsource/noto-sans",
    "@fontsource/noto-sans-sc",
    // Sources of the catalogue's data, read file by file (lib/tooling/catalogue/build-catalogue-data.ts).
    "cldr-localenames-full",
    "country-flag-icons",
    // The official inspector of assistants' doors, run by its path in a test.
    "@modelcontextprotocol/inspector",
    // A foreign client of handler_api.php, and a foreign Bot API of Telegram, loaded through createRequire in tests.
    "sms-activate",
    "telegram-test-api",
  ],
  // Run where they are installed: before the front door in comparisons, and in a test of the partner's program.
  ignoreBinaries: ["nginx", "gammu", "gammu-smsd"],
};

export default config;
