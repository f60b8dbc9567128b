import { readFileSync } from "node:fs";
import { type APIRequestContext, type Page, request } from "@playwright/test";
import { expect } from "#lib/testing/journey.ts";

export type DemoLogin = {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  /** The seed of the staff's authenticator application. */
  readonly totpSeed?: string;
};

export type Demo = {
  readonly url: string;
  readonly mailbox: string;
  readonly api: { readonly url: string; readonly key: string };
  readonly logins: readonly DemoLogin[];
};

/** What the default start tells about itself, of the product that the journeys run against. */
export const demo = JSON.parse(
  readFileSync(process.env.JOURNEY_DEMO_FILE ?? ".data/demo.json", "utf8"),
) as Demo;

/** The user with money, and the one without. */
export const [richUser, poorUser] = demo.logins.filter(({ role }) => role === "user") as [
  DemoLogin,
  DemoLogin,
];
/** One of the staff, and a lead of theirs. */
export const [staffMember, staffLead] = demo.logins.filter(({ role }) => role === "staff") as [
  DemoLogin,
  DemoLogin,
];

/** Signs in by the form of the English site, as far as the password goes: the staff are asked for a code then. */
export async function enterPassword(page: Page, login: DemoLogin): Promise<void> {
  await page.goto("/authorization");
  await page.getByLabel("Email").fill(login.email);
  await page.getByLabel("Password", { exact: true }).fill(login.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

/**
 * Signs a user in, by the API: the form has journeys of its own (`first-code.e2e.ts`, `return.e2e.ts`). The page is the
 * profile then.
 */
export async function logIn(page: Page, { email, password }: DemoLogin): Promise<void> {
  const headers = { origin: new URL(demo.url).origin };
  const answer = await page.request.post("/api/auth/login", { headers, data: { email, password } });
  expect(answer.status()).toBe(200);
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/profile$/);
}

/**
 * One of the staff at the API, by password and second factor. `codeNow` answers what the application shows; a code that
 * somebody has just used is waited out.
 */
export async function enterStaff(
  baseURL: string,
  login: DemoLogin,
  codeNow: (seed: string) => string,
): Promise<APIRequestContext> {
  const staff = await request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL, "sec-fetch-site": "same-origin" },
  });
  await expect(async () => {
    const first = await staff.post("/api/auth/login", {
      data: { email: login.email, password: login.password },
    });
    const { challenge } = (await first.json()) as { challenge: string };
    const code = codeNow(login.totpSeed ?? "");
    const second = await staff.post("/api/auth/login/second-factor", { data: { challenge, code } });
    expect(second.status()).toBe(200);
  }).toPass({ timeout: 70_000, intervals: [5_000] });
  return staff;
}
