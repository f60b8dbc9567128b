import "server-only";
import { headers, cookies as requestCookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { type Closing, findClosingOfToken } from "#features/identity/closing/closing.reads.ts";
import { CLOSING_PATH } from "#features/identity/closing.rules.ts";
import type { Me } from "#features/identity/identity.contract.ts";
import { getMe } from "#features/identity/identity.reads.ts";
import { safeReturnPath } from "#features/identity/identity.rules.ts";
import { findSession } from "#features/identity/sessions/sessions.reads.ts";
import { sessionCookieName } from "#features/identity/sessions/sessions.rules.ts";
import {
  findTripLocale,
  getSocialView,
  listOfferedProviders,
} from "#features/identity/social/social.reads.ts";
import { type OfferedProvider, SOCIAL_RETURN_PATH } from "#features/identity/social/social.rules.ts";
import type { Role, UserId } from "#lib/api/actor.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { env } from "#lib/env.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { PAGE_ADDRESS_HEADER } from "#lib/http/page-address-header.ts";
import { isHttps } from "#lib/https.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export type Viewer = { readonly userId: UserId; readonly role: Role; readonly isPartner: boolean };

/** Who asks for this page, proven by the session, or null for a guest. Read once per page. */
const findViewer = cache(async (): Promise<Viewer | null> => {
  const token = (await requestCookies()).get(sessionCookieName(isHttps))?.value;
  const session = token ? await findSession(pageDb(), token) : null;
  return session && { userId: session.userId, role: session.role, isPartner: session.isPartner };
});

/** The closing of the account whose session asks for this page, or null. */
async function findOwnClosing(): Promise<Closing | null> {
  const token = (await requestCookies()).get(sessionCookieName(isHttps))?.value;
  return token ? findClosingOfToken(pageDb(), token) : null;
}

/** Until when the account can be kept that the visitor closes; everybody else is led to where they belong. */
export async function loadClosing(locale: Locale): Promise<Date> {
  const closing = await findOwnClosing();
  if (closing) return closing.endsAt;
  redirect(localizedPath(locale, (await findViewer()) ? "/profile" : "/authorization"));
}

/** The signed-in user of a private page; a guest is sent to sign in and comes back. Every private page calls it. */
export async function requireViewer(locale: Locale): Promise<Viewer> {
  const viewer = await findViewer();
  if (!viewer) {
    if (await findOwnClosing()) redirect(localizedPath(locale, CLOSING_PATH));
    const here = safeReturnPath((await headers()).get(PAGE_ADDRESS_HEADER));
    redirect(localizedPath(locale, gobackPath("/authorization", here)));
  }
  return viewer;
}

/** The signed-in user with settings; a guest is sent to sign in. */
export async function loadMe(locale: Locale): Promise<Me> {
  return getMe(pageDb(), (await requireViewer(locale)).userId);
}

/** The pages for guests send a signed-in user on: where the visitor wanted to go, else to the profile. */
export async function redirectSignedIn(locale: Locale, returnPath: string | null): Promise<void> {
  if (await findViewer()) redirect(localizedPath(locale, returnPath ?? "/profile"));
}

/** Where a visitor goes on after signing in, out of the address of a page for guests (`to`); null = nowhere special. */
export function returnPathOf(query: { to?: string | string[] }): string | null {
  return safeReturnPath(typeof query.to === "string" ? query.to : null);
}

/** Whether the account has a password of its own: one that was made by a mailed code or through a provider has none until it sets one. */
export async function hasOwnPassword(userId: UserId): Promise<boolean> {
  return (await getSocialView(pageDb(), [], userId)).hasPassword;
}

/** The providers that sign people in here. */
export function listSocialProviders(): OfferedProvider[] {
  return listOfferedProviders();
}

/** Whether there is anything to link or unlink. */
export async function hasSocialCard(userId: UserId): Promise<boolean> {
  const providers = listOfferedProviders();
  return providers.length > 0 || (await getSocialView(pageDb(), [], userId)).accounts.length > 0;
}

/** Providers return people to one address without a language: leads on to that in which they left. */
export async function redirectToTripLocale(locale: Locale, query: string): Promise<void> {
  const state = new URLSearchParams(query).get("state") ?? "";
  const left = linkTokenOf(state) && (await findTripLocale(pageDb(), state));
  if (left && left !== locale) redirect(`${localizedPath(left, SOCIAL_RETURN_PATH)}?${query}`);
}

/** Where the default start shows its mails; null everywhere else. */
export function demoMailbox(): string | null {
  return env.DEMO && env.MAILBOX_URL ? "/mailbox" : null;
}

/** The token of a mailed link out of an address, or null when there is none that could be one. */
export function linkTokenOf(text: string | string[] | undefined): string | null {
  const token = Array.isArray(text) ? text[0] : text;
  return token && /^[\w-]{1,200}$/.test(token) ? token : null;
}
