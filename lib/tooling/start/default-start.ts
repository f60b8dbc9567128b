import { existsSync } from "node:fs";
import path from "node:path";
import { readJson, writeFileAtomically } from "#lib/tooling/files.ts";
import { LOOPBACK, preferPort } from "#lib/tooling/ports.ts";
import { defaultStartSettings } from "#lib/tooling/start/payment-stand-ins.ts";
import type { Secrets } from "#lib/tooling/start/secrets.ts";
import type { Service } from "#lib/tooling/start/supervisor.ts";

/** `door` is the front door's own where a door for development stands before it. */
const PRIVATE_PORTS = [
  "web",
  "worker",
  "telegram",
  "cms",
  "simulator",
  "mailbox",
  "smtp",
  "gateway",
  "standIns",
  "door",
] as const;
export type PrivatePorts = Record<(typeof PRIVATE_PORTS)[number], number>;

/** Loopback ports of the parts behind the front door; the same at every start while they are free. */
export async function choosePrivatePorts(stateFolder: string): Promise<PrivatePorts> {
  const file = path.join(stateFolder, "ports.json");
  const kept = readJson<Partial<PrivatePorts>>(file) ?? {};
  const chosen = {} as PrivatePorts;
  for (const name of PRIVATE_PORTS) {
    let port = await preferPort(kept[name]);
    while (Object.values(chosen).includes(port)) port = await preferPort(undefined);
    chosen[name] = port;
  }
  writeFileAtomically(file, `${JSON.stringify(chosen)}\n`);
  return chosen;
}

export type DemoLogin = {
  role: "user" | "staff";
  email: string;
  password: string;
  balanceKopecks: number;
  /** Of the authenticator application, base32; the staff's only. */
  totpSeed?: string;
};

/**
 * What is sold beside numbers: the setting behind which it is, and the login of who sells it. The default start shows the product whole;
 * what an operator starts sells numbers alone until it is told otherwise.
 */
const shops = { READY_ACCOUNTS: "store", LICENCES: "agent" } as const;
const shopsOpen = { READY_ACCOUNTS: "1", LICENCES: "1" } as const;

/** Whether a start has what is behind a setting: as the caller says it, or else as the start is `byItself`. */
export function isWanted(said: string | undefined, byItself: boolean): boolean {
  return said ? ["1", "true"].includes(said) : byItself;
}

/**
 * The people of the default start: one with 100,000 RUB, one with nothing, two of the staff, one who writes the site's texts; with what is
 * sold beside numbers (`given` are the caller's settings) the owner of a store and an agent of our software.
 */
export function demoLogins(
  { demoPasswords: passwords, demoTotpSeeds: seeds }: Pick<Secrets, "demoPasswords" | "demoTotpSeeds">,
  given: Readonly<Record<string, string | undefined>>,
): DemoLogin[] {
  const sellers = (["READY_ACCOUNTS", "LICENCES"] as const).filter((setting) =>
    isWanted(given[setting], true),
  );
  return [
    { role: "user", email: "demo@smsden.test", password: passwords.user, balanceKopecks: 10_000_000 },
    { role: "user", email: "empty@smsden.test", password: passwords.empty, balanceKopecks: 0 },
    ...sellers.map((setting) => ({
      role: "user" as const,
      email: `${shops[setting]}@smsden.test`,
      password: passwords[shops[setting]],
      balanceKopecks: 0,
    })),
    ...(["staff", "lead", "editor"] as const).map((name) => ({
      role: "staff" as const,
      email: `${name}@smsden.test`,
      password: passwords[name],
      balanceKopecks: 0,
      totpSeed: seeds[name],
    })),
  ];
}

export type StartFacts = {
  /** Whether the content desk is part of it. */
  hasContentDesk: boolean;
  stateFolder: string;
  host: string;
  port: number;
  publicUrl: string;
  /** With the product's own login. */
  databaseUrl: string;
  /** With the content desk's. */
  cmsDatabaseUrl: string;
  ports: PrivatePorts;
  secrets: Secrets;
};

/** Where processes on this machine reach the front door. */
export function loopbackUrl(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" || host === "localhost" ? LOOPBACK : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * The settings of every process of the default start. What the caller's environment sets wins, except addresses. The login of the tables'
 * owner is not among them: only the steps of a start (migrate, seed) are told it.
 */
export function startEnvironment(facts: StartFacts, outer: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(outer).filter(
      ([name, value]) => name !== "DATABASE_OWNER_URL" && value !== undefined && value !== "",
    ),
  );
  const local = (port: number) => `http://${LOOPBACK}:${port}`;
  return {
    AUTH_SECRET: facts.secrets.authSecret,
    COUPONS: "1",
    COUPON_SHOP_URL: `${facts.publicUrl}/test-gateway/coupons`,
    DATA_KEY: facts.secrets.dataKey,
    DEMO: "1",
    DEMO_SECRETS_FILE: path.join(facts.stateFolder, "secrets.json"),
    METRICS_TOKEN: facts.secrets.metricsToken,
    PUSH_PRIVATE_KEY: facts.secrets.pushPrivateKey,
    SMTP_URL: `smtp://${LOOPBACK}:${facts.ports.smtp}`,
    SUPPLIERS_MAY_BE_PRIVATE: "1",
    SUPPORT_HOURS: "09:00-21:00",
    SUPPORT_TRANSFERS: "1",
    WEBHOOKS_MAY_BE_PRIVATE: "1",
    ...shopsOpen,
    CONTENT_DESK: facts.hasContentDesk ? "1" : "0",
    ...defaultStartSettings(local(facts.ports.standIns), given),
    ...(given as Record<string, string>),
    API_URL: loopbackUrl(facts.host, facts.port),
    ...(facts.hasContentDesk ? cmsSettings(facts) : {}),
    DATA_FOLDER: facts.stateFolder,
    DATABASE_URL: facts.databaseUrl,
    HOST: facts.host,
    MAILBOX_URL: local(facts.ports.mailbox),
    NODE_ENV: "production",
    PAY_STAND_INS_URL: local(facts.ports.standIns),
    PORT: String(facts.port),
    PUBLIC_URL: facts.publicUrl,
    SIMULATOR_KEY: facts.secrets.simulatorKey,
    SIMULATOR_URL: local(facts.ports.simulator),
    TELEGRAM_PORT: String(facts.ports.telegram),
    TEST_GATEWAY_SECRET: facts.secrets.testGatewaySecret,
    TEST_GATEWAY_URL: local(facts.ports.gateway),
    WEB_PORT: String(facts.ports.web),
    WEB_URL: local(facts.ports.web),
    WORKER_PORT: String(facts.ports.worker),
  };
}

/** Whether the content desk is part of a start: what the caller says (CONTENT_DESK), or else what the command does `byItself`. */
export function hasContentDesk(
  given: Readonly<Record<string, string | undefined>>,
  byItself: boolean,
): boolean {
  return isWanted(given.CONTENT_DESK, byItself);
}

function cmsSettings({ cmsDatabaseUrl, ports, secrets }: StartFacts): Record<string, string> {
  return {
    CMS_DATABASE_URL: cmsDatabaseUrl,
    CMS_KEY: secrets.cmsKey,
    CMS_PORT: String(ports.cms),
    CMS_URL: `http://${LOOPBACK}:${ports.cms}`,
  };
}

/** All that the content desk is told: neither the way to the ledger nor a key of the product. Pictures are stored in the folder. */
const TOLD_TO_CMS = [
  "BRAND_NAME",
  "CLOCK_SHIFT_SECONDS",
  "CMS_DATABASE_URL",
  "CMS_KEY",
  "CMS_PORT",
  "DATA_FOLDER",
  "DATE_SHIFT_MS",
  "LD_PRELOAD",
  "LOG_LEVEL",
  "NODE_OPTIONS",
  "PATH",
  "PUBLIC_URL",
] as const;

/** The settings of the content desk, out of those of all parts; it is always built, also beside pages under development. */
export function cmsEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const told = TOLD_TO_CMS.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...Object.fromEntries(told), NODE_ENV: "production" };
}

/** The content desk, which starts when the product is open already. */
export function cmsService(env: Readonly<Record<string, string>>): Service {
  return {
    name: "cms",
    nodeArgs: [],
    env: cmsEnvironment(env),
    script: "app/_processes/cms.ts",
    longestPauseMs: LONGEST_PAUSE_MS,
  };
}

const SERVER = ["--conditions=react-server"];

/** In the order of starting; stopped the other way round, so that the front door closes first. */
const PARTS: { name: string; nodeArgs: string[] }[] = [
  { name: "mailbox", nodeArgs: SERVER },
  { name: "test-gateway", nodeArgs: SERVER },
  { name: "pay-stand-ins", nodeArgs: SERVER },
  { name: "simulator", nodeArgs: SERVER },
  { name: "worker", nodeArgs: SERVER },
  { name: "telegram", nodeArgs: SERVER },
  { name: "web", nodeArgs: [] },
  { name: "api", nodeArgs: SERVER },
];

const LONGEST_PAUSE_MS = 30_000;
/** Nobody gets in while the only front door is away: whatever happened before, it is there again within two seconds. */
const LONGEST_PAUSE_OF_DOOR_MS = 500;

/** Next in development writes what it has worked out before it ends. */
const CACHE_IS_KEPT_WITHIN_MS = 60_000;

/** The parts that this checkout has; the bot's chats only where there is a bot. */
export function listServices(root: string, env: Record<string, string>): Service[] {
  return PARTS.filter(({ name }) => name !== "telegram" || env.TELEGRAM_BOT_TOKEN)
    .map(({ name, nodeArgs }) => ({
      name,
      nodeArgs,
      env,
      script: `app/_processes/${name}.ts`,
      longestPauseMs: name === "api" ? LONGEST_PAUSE_OF_DOOR_MS : LONGEST_PAUSE_MS,
      ...(name === "web" && env.NODE_ENV === "development" ? { endsWithinMs: CACHE_IS_KEPT_WITHIN_MS } : {}),
    }))
    .filter(({ script }) => existsSync(path.join(root, script)));
}
