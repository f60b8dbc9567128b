import { globSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { cookies } from "#lib/cookies.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { findingsOf } from "#lib/testing/axe.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { type DemoLogin, enterStaff, logIn, richUser, staffLead } from "#lib/testing/journey-demo.ts";

type Reader = "guest" | "user" | "lead";
/** Addresses of a route; a pattern stands for the first link to such an address that the reader meets on the way. */
type Walk = { reader: Reader; addresses: (string | RegExp)[] };

/** Every page there is, by its folder below `app/[locale]`. */
const walks: Record<string, Walk> = {
  "": { reader: "guest", addresses: ["/"] },
  services: { reader: "guest", addresses: ["/services"] },
  countries: { reader: "guest", addresses: ["/countries"] },
  "countries/[slug]": { reader: "guest", addresses: [/^\/countries\/[^/]+$/] },
  "[slug]": { reader: "guest", addresses: ["/telegram"] },
  "[...path]": { reader: "guest", addresses: ["/no/such/page"] },
  "docs/[[...path]]": {
    reader: "guest",
    addresses: [
      "/docs",
      ...[
        "activations",
        "rent",
        "keys",
        "sandbox",
        "limits",
        "handler-api",
        "rest",
        "json-api",
        "errors",
      ].map((name) => `/docs/${name}`),
      /^\/docs\/handler-api\/.+$/,
      /^\/docs\/rest\/.+$/,
      /^\/docs\/errors\/.+$/,
    ],
  },
  "privacy-policy": { reader: "guest", addresses: ["/privacy-policy"] },
  "public-offer": { reader: "guest", addresses: ["/public-offer"] },
  authorization: { reader: "guest", addresses: ["/authorization"] },
  registration: { reader: "guest", addresses: ["/registration"] },
  "request-password": { reader: "guest", addresses: ["/request-password"] },
  "confirm/[[...token]]": { reader: "guest", addresses: ["/confirm", "/confirm/no-such-token"] },
  "signup/confirm-email": { reader: "guest", addresses: ["/signup/confirm-email"] },
  profile: { reader: "user", addresses: ["/profile"] },
  "profile/history": {
    reader: "user",
    addresses: ["/profile/history", "/profile/history?tab=incoming"],
  },
  "profile/loyalty-program": { reader: "user", addresses: ["/profile/loyalty-program"] },
  "profile/pay": { reader: "user", addresses: ["/profile/pay"] },
  "profile/pay/invoice/[id]": { reader: "user", addresses: [/^\/profile\/pay\/invoice\/\d+$/] },
  "profile/pay/transfer/[id]": { reader: "user", addresses: [/^\/profile\/pay\/transfer\/\d+$/] },
  "profile/referral-program": { reader: "user", addresses: ["/profile/referral-program"] },
  "profile/referral-program-soft": { reader: "user", addresses: ["/profile/referral-program-soft"] },
  "profile/rentals": { reader: "user", addresses: ["/profile/rentals"] },
  "profile/settings": { reader: "user", addresses: ["/profile/settings"] },
  "profile/statistics": { reader: "user", addresses: ["/profile/statistics"] },
  "profile/webhooks": { reader: "user", addresses: ["/profile/webhooks"] },
  "profile/withdrawals": { reader: "user", addresses: ["/profile/withdrawals"] },
  "success-payment": { reader: "user", addresses: ["/success-payment", /^\/success-payment\?payment=\d+$/] },
  desk: { reader: "lead", addresses: ["/desk"] },
  "desk/actions": { reader: "lead", addresses: ["/desk/actions"] },
  "desk/claims": { reader: "lead", addresses: ["/desk/claims"] },
  "desk/corrections": { reader: "lead", addresses: ["/desk/corrections"] },
  "desk/coupons": { reader: "lead", addresses: ["/desk/coupons"] },
  "desk/flags": { reader: "lead", addresses: ["/desk/flags"] },
  "desk/payments": { reader: "lead", addresses: ["/desk/payments"] },
  "desk/payments/[id]": { reader: "lead", addresses: [/^\/desk\/payments\/\d+$/] },
  "desk/people": { reader: "lead", addresses: ["/desk/people?q=demo", "/desk/people"] },
  "desk/people/[id]": { reader: "lead", addresses: [/^\/desk\/people\/\d+$/] },
  "desk/rates": { reader: "lead", addresses: ["/desk/rates"] },
  "desk/reconciliation": { reader: "lead", addresses: ["/desk/reconciliation"] },
  "desk/reconciliation/[id]": { reader: "lead", addresses: [/^\/desk\/reconciliation\/\d+$/] },
  "desk/staff": { reader: "lead", addresses: ["/desk/staff"] },
  "desk/transfers": { reader: "lead", addresses: ["/desk/transfers"] },
  "desk/withdrawals": { reader: "lead", addresses: ["/desk/withdrawals"] },
};

const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;
type Look = { width: keyof typeof widths; theme: "light" | "dark" };
const everyLook: Look[] = (["desktop", "phone"] as const).flatMap((width) =>
  (["light", "dark"] as const).map((theme) => ({ width, theme })),
);

test("the walk knows every page", () => {
  const folders = globSync("**/page.tsx", { cwd: import.meta.dirname }).map((file) =>
    file.replace(/\/?page\.tsx$/, ""),
  );
  expect(Object.keys(walks).sort()).toEqual(folders.sort());
});

for (const reader of ["guest", "user", "lead"] as const)
  test(`axe finds nothing on any page of a ${reader}, in both themes and widths and several languages`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(900_000);
    const page = await signedIn(browser, String(baseURL), reader);
    const links = new Set(reader === "user" ? await haveThings(page) : []);
    const findings: string[] = [];
    const wanted = Object.values(walks).filter((walk) => walk.reader === reader);
    for (const [index, address] of wanted.flatMap((walk) => walk.addresses).entries()) {
      const path = typeof address === "string" ? address : [...links].find((link) => address.test(link));
      if (!path) throw new Error(`No link on the way led to ${address}`);
      findings.push(...(await look(page, path, everyLook)));
      for (const link of await linksOf(page)) links.add(link);
      // Other languages by turns: their words are other ones, the colours and places are not.
      const locale = locales[1 + (index % (locales.length - 1))] as Locale;
      const one = everyLook[index % everyLook.length] as Look;
      findings.push(...(await look(page, localizedPath(locale, path), [one])));
    }
    expect([...new Set(findings)]).toEqual([]);
  });

/** What axe finds on a page, everything on it unfolded, each with where it was. */
async function look(page: Page, path: string, looks: readonly Look[]): Promise<string[]> {
  await page.setViewportSize(widths.desktop);
  await page.goto(path);
  await page.waitForFunction(() => !document.querySelector("main .skeleton"), undefined, { timeout: 30_000 });
  await page.evaluate(unfold);
  const findings: string[] = [];
  for (const { width, theme } of looks) {
    await page.setViewportSize(widths[width]);
    await page.emulateMedia({ colorScheme: theme });
    for (const finding of await findingsOf(page)) findings.push(`${path} ${width} ${theme} ${finding}`);
  }
  return findings;
}

/** Runs in the browser: everything is open, and colours change at once, also in what is not on the screen. */
function unfold(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
  const style = new CSSStyleSheet();
  style.replaceSync("* { transition: none !important; content-visibility: visible !important }");
  document.adoptedStyleSheets = [style];
}

/** Addresses of the page's own links, with their query. */
function linksOf(page: Page): Promise<string[]> {
  return page
    .locator("main a[href^='/']")
    .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
}

async function signedIn(browser: Browser, baseURL: string, reader: Reader): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    storageState: reader === "lead" ? await stateOf(baseURL, staffLead) : undefined,
  });
  // The notice lies over what is at the edge of the screen until it has been read.
  await context.addCookies([{ name: cookies.cookieNotice.name, value: "1", url: baseURL }]);
  const page = patient(await context.newPage());
  if (reader === "user") await logIn(page, richUser);
  return page;
}

async function stateOf(baseURL: string, login: DemoLogin) {
  const staff = await enterStaff(baseURL, login, (seed) => codeAt(seed, Date.now()));
  const state = await staff.storageState();
  await staff.dispose();
  return state;
}

/**
 * Makes somebody who has something: a number that waits and one with its code, an invoice, a transfer. Answers addresses to
 * which others send the payer back.
 */
async function haveThings(page: Page): Promise<string[]> {
  const addresses: string[] = [];
  const headers = () => ({ "idempotency-key": crypto.randomUUID(), origin: new URL(page.url()).origin });
  for (const country of [6, 8])
    await page.request.post(`/api/sms-users/get-number/${country}/tg`, { headers: headers() });
  for (const method of [/Tether/, /support/i]) {
    await page.goto("/profile/pay");
    await page.getByRole("radio", { name: method }).check();
    await page.getByLabel("Amount, RUB").fill("5000");
    await page.getByRole("main").locator("button[type=submit]").click();
    await page.waitForURL(/profile\/pay\/(invoice|transfer)\/\d+$/);
    addresses.push(`/success-payment?payment=${/\d+$/.exec(page.url())?.[0]}`);
  }
  return addresses;
}
