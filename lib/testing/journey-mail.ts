import type { Page } from "@playwright/test";
import { expect } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

type Mail = { readonly subject: string; readonly text: string };

/** The mails to an address in the mailbox of the default start, newest first. */
export async function mailsTo(page: Page, to: string): Promise<Mail[]> {
  const answer = await page.request.get(`${demo.mailbox}/messages.json?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as Mail[];
}

/** What the newest mail to an address says in this form, a code or a link, as soon as it has come. */
export async function mailed(page: Page, to: string, form: RegExp): Promise<string> {
  let found = "";
  await expect(async () => {
    const [newest] = await mailsTo(page, to);
    found = form.exec(newest?.text ?? "")?.[0] ?? "";
    expect(found).not.toBe("");
  }).toPass();
  return found;
}
