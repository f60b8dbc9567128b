import path from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { type JourneyPerson, PeopleMaker, type PersonRequest } from "#lib/testing/journey-people.ts";
import { JourneySeller, type SellerCountry } from "#lib/testing/journey-seller.ts";
import { FIGURE } from "#lib/testing/told-figures.ts";

export { expect };

const KOPECKS = 100;
/** What somebody has who is made for a journey. */
const ROUBLES = 100_000;

/** A page has arrived when it listens: as long as playwright.config.ts gives to what has to come, not to one press. */
const ARRIVAL_MS = 60_000;

type PersonInput = { readonly roubles?: number } & Omit<PersonRequest, "kopecks">;

/** Makes somebody whom no other journey knows, with 100,000 roubles where nothing else is said. */
export type NewPerson = (input?: PersonInput) => Promise<JourneyPerson>;

/** What a seller has: so many numbers of a country, each at that cost. Nothing is on sale before the journey says so. */
type SellerInput = {
  readonly country: SellerCountry;
  readonly count?: number;
  readonly costKopecks?: number;
};

/** Makes a supplier of Telegram's numbers: in a country where no bank sells, a journey has the stock in its hands. */
export type NewSeller = (input: SellerInput) => Promise<JourneySeller>;

/** Says in the output of the run what a journey has measured. It is told and never judged: it is that of this machine and this moment. */
export function tellFigure(words: string): void {
  test.info().annotations.push({ type: FIGURE, description: words });
}

/** Where `npm run up` writes what it tells about itself; the folder is that of its state. */
export const demoFile = path.resolve(process.env.JOURNEY_DEMO_FILE ?? ".data/demo.json");

/**
 * Playwright's test, whose `page` waits after `goto` and `reload` until the page listens. A server-rendered page shows
 * its forms before its scripts have taken hold of them: what a journey clicks or types in between is lost.
 */
export const test = base.extend<{ newPerson: NewPerson; newSeller: NewSeller }, { people: PeopleMaker }>({
  people: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const people = new PeopleMaker(path.dirname(demoFile));
      await use(people);
      await people.stop();
    },
    { scope: "worker" },
  ],
  newPerson: async ({ people }, use) => {
    await use(({ roubles = ROUBLES, ...kind } = {}) => people.make({ kopecks: roubles * KOPECKS, ...kind }));
  },
  newSeller: async ({ people, baseURL }, use) => {
    await use(async ({ country, count = 1, costKopecks = 1_000 }) => {
      const key = await people.makeSupplier({ countryId: country.id, costKopecks });
      return new JourneySeller(country, { count, key, url: String(baseURL) });
    });
  },
  page: async ({ page }, use) => {
    await use(patient(page));
  },
});

/** How many times slower than it is the browser's processor is made to be. */
const slowdown = Number(process.env.JOURNEY_SLOWDOWN ?? 1);

/** The same for a page that a journey opens by itself. */
export function patient(page: Page): Page {
  let slowing: Promise<void> | undefined;
  for (const move of ["goto", "reload"] as const) {
    const go = page[move].bind(page) as (...args: unknown[]) => ReturnType<Page["goto"]>;
    page[move] = async (...args: unknown[]) => {
      slowing ??= slowDown(page);
      await slowing;
      const answer = await go(...args);
      await page.waitForFunction(isListening, undefined, { timeout: ARRIVAL_MS });
      return answer;
    };
  }
  return page;
}

async function slowDown(page: Page): Promise<void> {
  if (slowdown <= 1) return;
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/**
 * Presses the button of the open dialog that ends it, and waits until it is gone. While a dialog is open everything behind it is
 * hidden from roles: whoever looked at once would find any row gone, before anything was sent.
 */
export async function pressInDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Runs in the browser: React has taken every control of the main part (pages without React have nothing to wait for). */
function isListening(): boolean {
  if (!document.querySelector('script[src*="/_next/"], template[data-after-paint]')) return true;
  const controls = document.querySelectorAll("main :is(input, select, textarea, button)");
  return [...controls].every((one) => Object.keys(one).some((key) => key.startsWith("__reactProps$")));
}
