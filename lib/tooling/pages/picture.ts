import path from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { consents, cookies } from "#lib/cookies.ts";
import { ROOT, readJson } from "#lib/tooling/files.ts";
import { startProductUnderTest } from "#lib/tooling/journeys/product-under-test.ts";
import { findChromium } from "#lib/tooling/machine/chromium.ts";
import { ensureChromium } from "#lib/tooling/machine/install-chromium.ts";
import { Problem } from "#lib/tooling/problem.ts";
import type { DemoLogin } from "#lib/tooling/start/default-start.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

// npm run picture     takes the pictures of README anew: of a product of its own, or of the one that JOURNEY_URL and
//                     JOURNEY_DEMO_FILE name (its SIM bank must be that of the journeys: SIM_PROFILE=journey)

const DOCS = path.join(ROOT, "docs");
const SIZE = { width: 1280, height: 800 };
/** Countries of the journeys' SIM bank: codes come from the first within seconds, and from the other never. */
const QUICK_COUNTRY = 6;
const SILENT_COUNTRY = 8;

type Demo = { url: string; logins: DemoLogin[] };

async function logIn(context: BrowserContext, { url, logins }: Demo): Promise<void> {
  const login = logins.find(({ role, balanceKopecks }) => role === "user" && balanceKopecks !== 0);
  if (!login) throw new Problem("The product has no demo user with money. Start it with `npm run up`.");
  const headers = { origin: url };
  const data = { email: login.email, password: login.password };
  const answer = await context.request.post(`${url}/api/auth/login`, { headers, data });
  if (!answer.ok()) throw new Problem(`The demo user could not be signed in: ${await answer.text()}`);
}

async function buy(context: BrowserContext, url: string, country: number): Promise<void> {
  const headers = { origin: url, "idempotency-key": crypto.randomUUID() };
  const answer = await context.request.post(`${url}/api/sms-users/get-number/${country}/tg`, { headers });
  if (!answer.ok()) throw new Problem(`No number could be bought: ${await answer.text()}`);
}

/** The page of somebody who has just got a code and waits for another one. */
async function openNumbers(context: BrowserContext, demo: Demo): Promise<Page> {
  await context.addCookies([{ name: cookies.cookieNotice.name, value: consents.necessary, url: demo.url }]);
  await logIn(context, demo);
  await buy(context, demo.url, SILENT_COUNTRY);
  await buy(context, demo.url, QUICK_COUNTRY);
  const page = await context.newPage();
  await page.goto(`${demo.url}/profile`);
  await page
    .getByRole("button", { name: /^Copy code/ })
    .first()
    .waitFor({ timeout: 60_000 });
  return page;
}

async function takePictures(demo: Demo): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
  try {
    const context = await browser.newContext({ viewport: SIZE, locale: "en-US", timezoneId: "UTC" });
    const page = await openNumbers(context, demo);
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await page.screenshot({ path: path.join(DOCS, `picture-${theme}.png`), animations: "disabled" });
    }
    say("docs/picture-light.png and docs/picture-dark.png are new");
  } finally {
    await browser.close();
  }
}

await runCommand(async () => {
  await ensureChromium();
  const given = process.env.JOURNEY_URL ? process.env.JOURNEY_DEMO_FILE : undefined;
  const product = given ? null : await startProductUnderTest(ROOT);
  try {
    const demo = readJson<Demo>(given ?? product!.demoFile);
    if (!demo) throw new Problem("JOURNEY_DEMO_FILE names no file that a running product has written.");
    await takePictures(demo);
  } finally {
    await product?.stop();
  }
  return 0;
});
