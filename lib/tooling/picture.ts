import path from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { consents, cookies } from "#lib/cookies.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { findChromium } from "#lib/tooling/chromium.ts";
import type { DemoLogin } from "#lib/tooling/default-start.ts";
import { readJson, writeFileAtomically } from "#lib/tooling/files.ts";
import { ensureChromium } from "#lib/tooling/install-chromium.ts";
import { plainTexts } from "#lib/tooling/plain-texts.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { startProductUnderTest } from "#lib/tooling/product-under-test.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

// npm run picture     takes the pictures of README anew: of a product of its own, or of the one that JOURNEY_URL and
//                     JOURNEY_DEMO_FILE name (its SIM bank must be that of the journeys: SIM_PROFILE=journey)

const ROOT = path.join(import.meta.dirname, "..", "..");
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

/** Which of the product's texts are to be read on the picture. */
async function textsOn(page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const { bottom, height, width } = parentElement?.getBoundingClientRect() ?? new DOMRect();
      const isSeen = parentElement?.checkVisibility() && bottom <= innerHeight && height > 1 && width > 1;
      if (isSeen) found.push(textContent?.trim() ?? "");
    }
    return found;
  });
  const known = new Set(plainTexts(messagesOf("en")));
  return [...new Set(lines)].filter((line) => known.has(line)).sort();
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
    const texts = await textsOn(page);
    writeFileAtomically(path.join(DOCS, "picture.json"), `${JSON.stringify({ texts }, null, 2)}\n`, 0o644);
    say(
      `docs/picture-light.png and docs/picture-dark.png are new; ${texts.length} texts are to be read on them`,
    );
  } finally {
    await browser.close();
  }
}

await runCommand(async () => {
  await ensureChromium(ROOT);
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
