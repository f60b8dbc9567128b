import "#lib/tooling/say-problems.ts";
import { isSiteFile, knownPages } from "#app/_processes/api/known-pages.ts";
import { pageLimits } from "#app/_processes/api/page-limits.ts";
import { PagePace } from "#app/_processes/api/page-pace.ts";
import { WrittenAddresses } from "#app/_processes/api/written-addresses.ts";
import { createApiApp, prepareDocuments } from "#app/api/api-app.ts";
import { catalogueOldestMs } from "#features/catalogue/catalogue.rules.ts";
import { findEditor } from "#features/content/desk.reads.ts";
import { pollAnswers } from "#features/handler-api/polls/poll-answers.routes.ts";
import { answerPoll } from "#features/handler-api/polls/polls.routes.ts";
import { prepareLists } from "#features/handler-api/prices/prices.routes.ts";
import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { keyCallsSweep } from "#features/identity/api-keys/key-calls.jobs.ts";
import { writeKeyCalls } from "#features/identity/api-keys/key-calls.writes.ts";
import { liveHub } from "#features/notifications/notifications.routes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { policyOldestMs } from "#features/policy/policy.rules.ts";
import { orderNews } from "#features/rest-api/waiting/waiting.reads.ts";
import { sandboxHub } from "#features/sandbox/sandbox-stream/sandbox-stream.routes.ts";
import { pageRules } from "#features/site/page-cache.rules.ts";
import { unusableAnswersWritten } from "#features/supply/health/unusable-answers.writes.ts";
import { FrontDoor } from "#lib/api/front-door/front-door.ts";
import { createTagDropper } from "#lib/api/front-door/page-tags.ts";
import { unlimitedTurns } from "#lib/api/front-door/page-turns.ts";
import { Upstream } from "#lib/api/front-door/upstream.ts";
import { collectPool, gauge, Health } from "#lib/api/health.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { databaseAnswers, databaseIsMigrated, serverAnswers } from "#lib/api/readiness.ts";
import { ClockWatch } from "#lib/clocks/clock-watch.ts";
import { listen } from "#lib/db/listen.ts";
import { createDb, requestLimits } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";
import { foreignCode } from "#lib/http/foreign-code.ts";
import { runSweeps } from "#lib/jobs/sweeps.ts";
import { log, openAccessLog } from "#lib/log.ts";
import { refuseOwnersLogin } from "#lib/tooling/database/app-login.ts";
import { refuseWrongClock } from "#lib/tooling/database/database-clock.ts";

/**
 * The front door: the one public process. It answers the API itself, keeps public pages in memory, and passes the
 * rest to the page renderer.
 */
const databaseUrl = requireEnv("DATABASE_URL");
await refuseOwnersLogin(databaseUrl);
await refuseWrongClock(databaseUrl);
const isDevelopment = env.NODE_ENV === "development";
const db = createDb(databaseUrl, {
  ...requestLimits,
  max: env.DATABASE_POOL_MAX,
  applicationName: "sms-den api",
});
const limiter = new RateLimiter();
const api = createApiApp(db, limiter);
const live = liveHub(db);
const sandboxes = sandboxHub(db);
const polls = pollAnswers(db);
const news = orderNews(db);

const health = new Health({
  process: "api",
  checks: {
    database: databaseAnswers(db),
    migrations: databaseIsMigrated(db),
    web: serverAnswers(env.WEB_URL),
  },
});
collectPool(health.registry, db.pool);
const stopping = new AbortController();
const watchingClock = new ClockWatch("api", health.registry).run(db, stopping.signal);
const counting = runSweeps(db, [keyCallsSweep], stopping.signal);
gauge(
  health.registry,
  "live_streams",
  "Open event streams",
  () => live.streams.count + sandboxes.streams.count,
);
gauge(health.registry, "waiting_calls", "Calls of REST v1 that wait for news", () => news.count);

const pace = new PagePace(env.PAGES_PER_SECOND, health.registry);

const mounts = Object.entries({
  "/mailbox": env.MAILBOX_URL,
  "/test-gateway": env.TEST_GATEWAY_URL,
  "/pay-stand-ins": env.PAY_STAND_INS_URL,
});
const contentDesk = env.CMS_URL && {
  url: env.CMS_URL,
  key: requireEnv("CMS_KEY"),
  findEditor: (cookieHeader: string | null) => findEditor(db, cookieHeader),
};
const written = new WrittenAddresses(db);
const door = new FrontDoor({
  api: {
    fetch: (request, facts) => api.fetch(request, facts),
    answerQuickly: (query, facts) => answerPoll(db, query, facts, limiter),
  },
  publicUrl: env.PUBLIC_URL,
  webUrl: env.WEB_URL,
  mounts: Object.fromEntries(mounts.filter((mount): mount is [string, string] => mount[1] !== undefined)),
  mountsAreOpen: env.DEMO_PAGES_FOR_EVERYBODY,
  // In development pages change and come at any moment: none is kept, the renderer judges every address and may take its time.
  rules: isDevelopment ? [] : pageRules,
  isKnown: isDevelopment ? undefined : knownPages(db, written),
  answerWithinMs: isDevelopment ? 600_000 : undefined,
  isFile: isDevelopment ? undefined : isSiteFile(),
  placeOf: pageLimits(db, limiter, () => pace.rates),
  turns: isDevelopment ? unlimitedTurns : {},
  findMove: (path, query) => written.findMove(path, query),
  contentDesk: contentDesk || undefined,
  trustedProxies: env.TRUSTED_PROXIES,
  connections: { perNetwork: env.CONNECTIONS_PER_NETWORK },
  health,
  accessLog: openAccessLog(),
  foreign: foreignCode,
});

const tags = createTagDropper((names) => door.pages.cache.drop(names));
const notices = listen(databaseUrl, {
  applicationName: "sms-den api notices",
  channels: {
    job_events: () => {
      live.wake();
      polls.wake();
      news.wake();
    },
    page_tags: (payload) => {
      if (payload.split(",").includes("catalogue")) tags.announceTwice(payload, catalogueOldestMs + 250);
      else tags.announce(payload);
      void written.readAgain(payload);
    },
    identity_changed: (userId) => {
      forgetApiKeys(Number(userId));
      void live.proveAgain(Number(userId));
      void sandboxes.proveAgain();
    },
    policy_changed: () => {
      forgetPolicy(db);
      tags.announceTwice("offers:*,catalogue", policyOldestMs + 500);
    },
  },
  onConnected: (isGap) => {
    void written.readAgain();
    if (!isGap) return;
    live.wake();
    news.wake();
    polls.forget(null);
    forgetApiKeys(null);
    void live.proveAgain(null);
    void sandboxes.proveAgain();
    forgetPolicy(db);
    door.pages.cache.clear();
  },
});

door.server.once("error", (error: NodeJS.ErrnoException) => {
  log.fatal(
    { error: error.message },
    error.code === "EADDRINUSE" ? `port ${env.PORT} is taken; set PORT` : "cannot listen",
  );
  process.exit(1);
});
await prepareDocuments();
door.server.listen(env.PORT, env.HOST, () =>
  log.info({ port: env.PORT, host: env.HOST }, "front door is open"),
);
if (!isDevelopment) void measurePace();
prepareLists(db).catch((error: Error) =>
  log.info({ error: error.message }, "the price lists wait for the first who asks"),
);

async function measurePace(): Promise<void> {
  const renderer = new Upstream(env.WEB_URL, env.PUBLIC_URL);
  await pace.measure(renderer, serverAnswers(env.WEB_URL), stopping.signal);
  await renderer.close();
}

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  health.stop();
  tags.close();
  live.close();
  sandboxes.close();
  polls.stop();
  news.close();
  await door.stop();
  await notices.close();
  await watchingClock;
  await unusableAnswersWritten(db);
  await counting;
  await writeKeyCalls(db).catch((error: Error) =>
    log.warn({ error: error.message }, "the newest calls of keys are not counted"),
  );
  await db.close();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
