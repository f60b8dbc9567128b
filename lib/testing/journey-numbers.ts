import type { Page } from "@playwright/test";
import { expect } from "#lib/testing/journey.ts";

/** Countries of the journeys' SIM bank: codes from the first never come, from the second at once. */
export const [SILENT_COUNTRY, QUICK_COUNTRY] = [8, 6];

/** Sends what a program of the person would whose browser this is, beside the page. */
async function post<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.post(`/api/${path}`, {
    headers: { "idempotency-key": crypto.randomUUID(), origin: new URL(page.url()).origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
}

export type BoughtNumber = { readonly id: number; readonly number: string };

/** Buys a number for Telegram, wherever the browser is. */
export async function buyNumber(page: Page, country: number): Promise<BoughtNumber> {
  const path = `sms-users/get-number/${country}/tg`;
  return (await post<{ activation: BoughtNumber }>(page, path)).activation;
}

/** Cancels a number for a refund. */
export async function cancelNumber(page: Page, id: number): Promise<void> {
  await post(page, `activations/${id}/cancel`);
}
