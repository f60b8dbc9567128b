import { readFileSync } from "node:fs";
import { type APIRequestContext, type Page, request } from "@playwright/test";
import { demoFile, expect } from "#lib/testing/journey.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

/** The demo's own users and their key are nobody's here: each journey makes people of its own (`newPerson`). */
export type Demo = {
  readonly url: string;
  readonly mailbox: string;
  readonly api: { readonly url: string };
  /** Where the start has one. */
  readonly contentDesk?: string;
};

/** What the default start tells about itself, of the product that the journeys run against. */
export const demo = JSON.parse(readFileSync(demoFile, "utf8")) as Demo;

/** Signs in by the form of the English site, as far as the password goes: the staff are asked for a code then. */
export async function enterPassword(page: Page, person: JourneyPerson): Promise<void> {
  await page.goto("/authorization");
  await fillPassword(page, person);
}

/** The same on the page to which a guest was sent. */
export async function fillPassword(page: Page, { email, password }: JourneyPerson): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
}

/** One of the staff, by the form and the second factor. `codeNow` answers what the application shows. */
export async function enterStaffForm(
  page: Page,
  member: JourneyPerson,
  codeNow: (seed: string) => string,
): Promise<void> {
  await enterPassword(page, member);
  await page.getByLabel("Code").fill(codeNow(member.totpSeed));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/profile$/);
}

/**
 * Signs somebody in, by the API: the form has journeys of its own (`first-code.e2e.ts`, `return.e2e.ts`). The page is the
 * profile then.
 */
export async function logIn(page: Page, { email, password }: JourneyPerson): Promise<void> {
  const headers = { origin: new URL(demo.url).origin };
  const answer = await page.request.post("/api/auth/login", { headers, data: { email, password } });
  expect(answer.status()).toBe(200);
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/profile$/);
}

/** A user at the API, by password. */
export async function enterUser(
  baseURL: string,
  { email, password }: JourneyPerson,
): Promise<APIRequestContext> {
  const user = await newApiContext(baseURL);
  const answer = await user.post("/api/auth/login", { data: { email, password } });
  expect(answer.status()).toBe(200);
  return user;
}

/** Sends what a browser sends with the site's own requests. */
function newApiContext(baseURL: string): Promise<APIRequestContext> {
  return request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL, "sec-fetch-site": "same-origin" },
  });
}

/**
 * One of the staff at the API, by password and second factor. `codeNow` answers what the application shows; a code that
 * this member has just used is waited out.
 */
export async function enterStaff(
  baseURL: string,
  member: JourneyPerson,
  codeNow: (seed: string) => string,
): Promise<APIRequestContext> {
  const staff = await newApiContext(baseURL);
  await expect(async () => {
    const first = await staff.post("/api/auth/login", {
      data: { email: member.email, password: member.password },
    });
    const { challenge } = (await first.json()) as { challenge: string };
    const second = await staff.post("/api/auth/login/second-factor", {
      data: { challenge, code: codeNow(member.totpSeed) },
    });
    expect(second.status()).toBe(200);
    // Four tries at most while a used code stands: the fifth wrong one would lock the second factor.
  }).toPass({ intervals: [10_000] });
  return staff;
}
