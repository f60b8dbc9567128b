import type { Browser, BrowserContext, CDPSession, Locator, Page } from "@playwright/test";
import { type CardAction, cardActions } from "#features/activations/card-actions.rules.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

/**
 * Presses as people make them: the button is seen, and pressed where it is. Nothing here waits until a button is ready,
 * and the browser is as slow as a cheap phone.
 */
const SLOWNESS = 4;
/** Countries of the journeys' SIM bank: codes from here come within seconds, and from there never. */
const QUICK_COUNTRY = "Indonesia";
const SILENT_COUNTRY = "Kenya";
/** How long after a card is seen its button is pressed. */
const DELAYS_MS = [0, 200];

type Step = {
  what: string;
  country: string;
  /** What is to be seen when the press has acted. */
  effect: (card: Locator, button: Locator) => Locator;
};

const state = (words: string) => (card: Locator) => card.getByText(words, { exact: true });
/** Several codes have a button each: the newest one's comes first. */
const buttonOf = (card: Locator, action: CardAction) => card.locator(`[data-action="${action}"]`).first();

/** Each action of the card: one that is new does not compile before it is tried here. */
const steps: Readonly<Record<CardAction, Step>> = {
  "copy-number": {
    what: "the number is copied",
    country: QUICK_COUNTRY,
    effect: (_card, button) => button.getByText("Text copied"),
  },
  "copy-forms": {
    what: "the spellings of the number are shown",
    country: QUICK_COUNTRY,
    effect: (card) => card.page().getByRole("menuitem", { name: /^International/ }),
  },
  "copy-code": {
    what: "the code is copied",
    country: QUICK_COUNTRY,
    effect: (_card, button) => button.getByText("Text copied"),
  },
  replace: {
    what: "the number is replaced if no SMS comes",
    country: SILENT_COUNTRY,
    effect: (card) => card.getByRole("button", { name: /^Replace if no SMS/, pressed: true }),
  },
  cancel: {
    what: "the number is cancelled",
    country: SILENT_COUNTRY,
    effect: state("Cancelled"),
  },
  report: {
    what: "the number is reported",
    country: SILENT_COUNTRY,
    effect: state("Reported as blocked"),
  },
  "more-codes": {
    what: "one more code is asked for",
    country: QUICK_COUNTRY,
    effect: state("Waiting for one more code"),
  },
  finish: {
    what: "the order is finished",
    country: QUICK_COUNTRY,
    effect: state("Finished"),
  },
};

/** Presses where the button is now, whatever it looks like. */
async function press(page: Page, button: Locator, delayMs: number): Promise<void> {
  await button.waitFor();
  // The moment of the press is the subject here.
  await page.waitForTimeout(delayMs);
  const box = await button.boundingBox();
  if (!box) throw new Error("The button has gone before it was pressed");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** A signed-in person's page, and the say over how slow it is. */
type Visit = { page: Page; devtools: CDPSession };

async function visit(page: Page, person: JourneyPerson): Promise<Visit> {
  await logIn(page, person);
  return { page, devtools: await page.context().newCDPSession(page) };
}

/** Buys from the list; from the press on the browser is slow. */
async function buy({ page, devtools }: Visit, country: string): Promise<Locator> {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.goto("/");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
  const answer = page.waitForResponse((one) => one.url().includes("/get-number/"));
  await page.getByRole("button", { name: new RegExp(`^Buy .*: Telegram, ${country}$`) }).click();
  const { activation } = (await (await answer).json()) as { activation: { number: string } };
  return cardOf(page, activation.number);
}

/**
 * The newest card of a number, however its digits are grouped: a number that was cancelled can be sold again while its
 * old card is still shown, and new cards come first.
 */
function cardOf(page: Page, number: string): Locator {
  const digits = new RegExp([...number.replace(/^\+/, "")].join("\\D?"));
  return page.getByRole("article").filter({ hasText: digits }).first();
}

/** A page of its own, which does not wait until it listens. */
async function hastyPage(browser: Browser, context: BrowserContext): Promise<Page> {
  const other = await browser.newContext({ storageState: await context.storageState() });
  return other.newPage();
}

for (const action of cardActions) {
  const { what, country, effect } = steps[action];
  test(`a press on a fresh card acts on a slow device, however early it comes: ${what}`, async ({
    page,
    newPerson,
  }) => {
    const person = await visit(page, await newPerson());
    for (const delayMs of DELAYS_MS) {
      const card = await buy(person, country);
      const pressed = buttonOf(card, action);
      await press(page, pressed, delayMs);
      await expect(effect(card, pressed)).toBeVisible();
    }
  });
}

test("a press on a page whose scripts have not come yet acts when they have", async ({
  page,
  browser,
  context,
  baseURL,
  newPerson,
}) => {
  const card = await buy(await visit(page, await newPerson()), SILENT_COUNTRY);
  const number = await card.locator(".select-all").innerText();
  const hasty = await hastyPage(browser, context);
  let letScriptsCome = () => {};
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await hasty.route("**/_next/static/**/*.js", async (route) => {
    await scriptsMayCome;
    await route.continue();
  });
  await hasty.goto(`${baseURL}/profile`, { waitUntil: "commit" });
  const served = hasty.getByRole("article").filter({ hasText: number }).first();
  await press(hasty, buttonOf(served, "cancel"), 0);
  letScriptsCome();
  await expect(state("Cancelled")(served)).toBeVisible();
  await hasty.context().close();
});

test("a press during which the card moves away acts on what was pressed", async ({
  page,
  baseURL,
  newPerson,
}) => {
  const card = await buy(await visit(page, await newPerson()), SILENT_COUNTRY);
  const cancel = buttonOf(card, "cancel");
  await cancel.hover();
  const before = await cancel.boundingBox();
  await page.mouse.down();
  // A program of the same person buys, and the new card takes the place.
  const headers = { "idempotency-key": crypto.randomUUID(), origin: String(baseURL) };
  await page.request.post("/api/sms-users/get-number/6/tg", { headers });
  await expect.poll(async () => (await cancel.boundingBox())?.y).not.toBe(before?.y);
  await page.mouse.up();
  await expect(state("Cancelled")(card)).toBeVisible();
});

test("a press that begins before the answer to another one, and ends behind it, acts on its own button", async ({
  page,
  newPerson,
}) => {
  const card = await buy(await visit(page, await newPerson()), SILENT_COUNTRY);
  const cancel = buttonOf(card, "cancel");
  let letAnswerCome = () => {};
  const answerMayCome = new Promise<void>((resolve) => {
    letAnswerCome = resolve;
  });
  await page.route("**/replace", async (route) => {
    await answerMayCome;
    await route.continue();
  });
  await press(page, buttonOf(card, "replace"), 0);
  await cancel.hover();
  const before = await cancel.boundingBox();
  await page.mouse.down();
  letAnswerCome();
  await expect(steps.replace.effect(card, cancel)).toBeVisible();
  expect(await cancel.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(state("Cancelled")(card)).toBeVisible();
});
