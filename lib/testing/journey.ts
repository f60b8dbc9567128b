import { test as base, expect, type Page } from "@playwright/test";

export { expect };

/**
 * Playwright's test, whose `page` waits after `goto` and `reload` until the page listens. A server-rendered page shows
 * its forms before its scripts have taken hold of them: what a journey clicks or types in between is lost.
 */
export const test = base.extend({
  page: async ({ page }, use) => {
    await use(patient(page));
  },
});

/** The same for a page that a journey opens by itself. */
export function patient(page: Page): Page {
  for (const move of ["goto", "reload"] as const) {
    const go = page[move].bind(page) as (...args: unknown[]) => ReturnType<Page["goto"]>;
    page[move] = async (...args: unknown[]) => {
      const answer = await go(...args);
      await page.waitForFunction(isListening);
      return answer;
    };
  }
  return page;
}

/** Runs in the browser: React has taken every control of the main part (pages without React have nothing to wait for). */
function isListening(): boolean {
  if (!document.querySelector('script[src*="/_next/"]')) return true;
  const controls = document.querySelectorAll("main :is(input, select, textarea, button)");
  return [...controls].every((one) => Object.keys(one).some((key) => key.startsWith("__reactProps$")));
}
