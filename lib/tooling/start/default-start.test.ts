import { expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import {
  cmsEnvironment,
  cmsService,
  demoLogins,
  hasContentDesk,
  listServices,
  type PrivatePorts,
  startEnvironment,
} from "#lib/tooling/start/default-start.ts";
import type { Secrets } from "#lib/tooling/start/secrets.ts";

const facts = {
  hasContentDesk: false,
  stateFolder: "/state",
  host: "127.0.0.1",
  port: 3000,
  publicUrl: "http://localhost:3000",
  databaseUrl: "postgres://app:secret@localhost/sms_den",
  cmsDatabaseUrl: "postgres://cms:secret@localhost/sms_den",
  ports: { cms: 4004, standIns: 4005 } as PrivatePorts,
  secrets: { cmsKey: "key of the desk", dataKey: "key of the data", authSecret: "secret" } as Secrets,
};

const withDesk = { ...facts, hasContentDesk: true };

test("the content desk is part of a start where its caller says so, and otherwise as the command has it", () => {
  for (const byItself of [true, false]) {
    const said = (CONTENT_DESK?: string) => hasContentDesk({ CONTENT_DESK }, byItself);
    expect([said(), said(""), said("0"), said("false"), said("1"), said("true")]).toEqual([
      ...[byItself, byItself],
      ...[false, false, true, true],
    ]);
  }
});

test("the content desk has its settings where it is part of the start, and is never of what the site waits for", () => {
  const without = startEnvironment(facts, { NODE_ENV: "test", PATH: "/bin" });
  expect(Object.keys(without).filter((name) => name.startsWith("CMS_"))).toEqual([]);
  expect(without.CONTENT_DESK).toBe("0");
  const asked = startEnvironment(withDesk, { NODE_ENV: "test", PATH: "/bin", CONTENT_DESK: "" });
  expect(asked).toMatchObject({
    CONTENT_DESK: "1",
    CMS_URL: "http://127.0.0.1:4004",
    CMS_PORT: "4004",
    CMS_KEY: "key of the desk",
  });
  expect(listServices(ROOT, asked).map(({ name }) => name)).not.toContain("cms");
});

test("the bot's chats are part of a start where it has been given a bot, and of no other", () => {
  const names = (env: Record<string, string>) =>
    listServices(ROOT, { ...startEnvironment(facts, { NODE_ENV: "test" }), ...env }).map(({ name }) => name);
  expect(names({})).not.toContain("telegram");
  expect(names({ TELEGRAM_BOT_TOKEN: "" })).not.toContain("telegram");
  expect(names({ TELEGRAM_BOT_TOKEN: "1:token" })).toEqual(
    expect.arrayContaining(["telegram", "api", "worker"]),
  );
});

test("the content desk is told its own login and key, and nothing that opens the product", () => {
  const env = startEnvironment(withDesk, {
    NODE_ENV: "test",
    PATH: "/bin",
    STRIPE_SECRET_KEY: "sk_live",
  });
  expect(cmsService(env).env).toEqual(cmsEnvironment(env));
  expect(cmsEnvironment(env)).toEqual({
    CMS_DATABASE_URL: facts.cmsDatabaseUrl,
    CMS_KEY: "key of the desk",
    CMS_PORT: "4004",
    DATA_FOLDER: facts.stateFolder,
    NODE_ENV: "production",
    PATH: "/bin",
    PUBLIC_URL: "http://localhost:3000",
  });
});

test("who sells is among the logins of a start exactly where something is sold beside numbers", () => {
  const demoPasswords = { user: "1", empty: "2", staff: "3", lead: "4", editor: "5", store: "6", agent: "7" };
  const demoTotpSeeds = { staff: "A", lead: "B", editor: "C" };
  const passwordsOf = (given: Record<string, string>) =>
    demoLogins({ demoPasswords, demoTotpSeeds }, given).map(({ password }) => password);
  expect(passwordsOf({})).toEqual(["1", "2", "6", "7", "3", "4", "5"]);
  expect(passwordsOf({ READY_ACCOUNTS: "0", LICENCES: "false" })).toEqual(["1", "2", "3", "4", "5"]);
  expect(passwordsOf({ READY_ACCOUNTS: "1", LICENCES: "0" })).toEqual(["1", "2", "6", "3", "4", "5"]);
  expect(passwordsOf({ READY_ACCOUNTS: "0", LICENCES: "true" })).toEqual(["1", "2", "7", "3", "4", "5"]);
});

test("the default start sells ready accounts and software unless its caller says otherwise", () => {
  const shopsOf = (given: Record<string, string>) => {
    const { READY_ACCOUNTS, LICENCES } = startEnvironment(facts, { NODE_ENV: "test", ...given });
    return [READY_ACCOUNTS, LICENCES];
  };
  expect(shopsOf({})).toEqual(["1", "1"]);
  expect(shopsOf({ READY_ACCOUNTS: "0", LICENCES: "" })).toEqual(["0", "1"]);
});

test("the default start has hours of the support for the page's end unless its caller says others", () => {
  const hoursOf = (given: Record<string, string>) =>
    startEnvironment(facts, { NODE_ENV: "test", ...given }).SUPPORT_HOURS;
  expect(hoursOf({})).toBe("09:00-21:00");
  expect(hoursOf({ SUPPORT_HOURS: "08:00-20:00" })).toBe("08:00-20:00");
});
