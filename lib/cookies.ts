const DAY = 86_400;
const YEAR = 365 * DAY;

type CookieFacts = { name: string; maxAgeSeconds: number; httpOnly: boolean };

/** A cookie that scripts may not read lets its bearer in somewhere, so it is bound to this host too (`wireName`). */
function cookie(name: string, maxAgeSeconds: number, httpOnly = false): CookieFacts {
  return { name, maxAgeSeconds, httpOnly };
}

/**
 * The name a cookie goes by. On https those that scripts may not read begin with `__Host-`: browsers then take them from this
 * very host alone, so that no neighbour under the same domain can plant one. On http no browser takes that name.
 */
export function wireName({ name, httpOnly }: CookieFacts, isHttps: boolean): string {
  return httpOnly && isHttps ? `__Host-${name}` : name;
}

/** Every cookie of the product: name, lifetime, and whether scripts may read it. All are `Path=/; SameSite=Lax`. */
export const cookies = {
  /** Proves who the visitor is; nothing else does. Programs get the same as a bearer token. */
  authToken: cookie("authToken", 60 * DAY, true),
  /** Says that asking who is signed in is worth a call; proves nothing. */
  signedIn: cookie("signed-in", 60 * DAY),
  /** A browser in which somebody has logged in: failures of strangers do not stop it. It signs nobody in. */
  knownDevice: cookie("known-device", 180 * DAY, true),
  /** The browser in which somebody registered: the link of the mail signs in there alone. It signs nobody in by itself. */
  registration: cookie("registration", DAY, true),
  /** Binds the way to a provider of sign-ins and back to the browser that began it. */
  socialTrip: cookie("social-trip", 15 * 60, true),
  /** Statistics and A/B id made by the browser (`frnt...`); it proves nothing. */
  sessionToken: cookie("session-token", 5 * YEAR),
  /** The currency of the pages that were seen last, whoever brought it: a press or their language. */
  currency: cookie("currency", YEAR),
  /** The currency that somebody pressed, in whatever language; no language writes it. */
  chosenCurrency: cookie("chosen-currency", YEAR),
  /** Referral code out of `?r=`. */
  referral: cookie("r", YEAR),
  showRent: cookie("show-rent", 60 * DAY),
  wholesale: cookie("isWholesale", YEAR),
  selectedService: cookie("selectedServiceId", 5 * YEAR),
  selectedServiceExternal: cookie("selectedServiceIdExternal", 5 * YEAR),
  paymentTest: cookie("payment-test", 150 * DAY),
  telegramOrPhone: cookie("telegram_or_phone", DAY),
  fingerprint: cookie("fp", YEAR),
  /** Says that the bar of the editors is worth loading; proves nothing: every call of the bar is judged by its session. */
  adminIdentity: cookie("_adminIdentity", 30 * DAY),
  locale: cookie("locale", 365 * DAY),
  /** "mobile" or "desktop", as the last page was wide. */
  viewport: cookie("viewport", 365 * DAY),
  /** "light" or "dark"; without it the system's choice holds. */
  theme: cookie("theme", YEAR),
  cookieNotice: cookie("cookie-notice", YEAR),
} as const satisfies Record<string, CookieFacts>;

/** Flags that are tossed once per visitor (50 %), by cookie name. */
export const abFlags = ["ab-hide-rub", "ab-language-service", "ab-payment-test"] as const;

export const AB_FLAG_SECONDS = 360 * DAY;

/** Header value that sets a cookie the browser may read. */
export function setCookieHeader(facts: CookieFacts, value: string, secure: boolean): string {
  const attributes = [
    `${wireName(facts, secure)}=${encodeURIComponent(value)}`,
    "Path=/",
    `Max-Age=${facts.maxAgeSeconds}`,
    "SameSite=Lax",
  ];
  if (facts.httpOnly) attributes.push("HttpOnly");
  if (secure) attributes.push("Secure");
  return attributes.join("; ");
}

/** The value of a cookie in a Cookie header, or null when there is none of the right form. */
export function cookieIn(cookieHeader: string | null, name: string, form: RegExp): string | null {
  for (const pair of (cookieHeader ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return form.test(value) ? value : null;
  }
  return null;
}

/** A new statistics id: `frnt` and 32 letters and digits. */
export function newSessionToken(): string {
  return `frnt${crypto.randomUUID().replaceAll("-", "")}`;
}

type FirstVisit = {
  has: (cookieName: string) => boolean;
  /** What the visitor said to the cookie notice; undefined while nothing was said. */
  consent: string | undefined;
  /** Value of `?r=`, if any. */
  referral: string | null;
  locale: string;
  /** Coin for A/B flags: a number in [0, 1). */
  random: () => number;
};

/**
 * The readable cookies a visitor should have and does not. proxy.ts sets them on private pages; on public
 * pages, whose answers are shared by all visitors, the page's own script does.
 */
export function firstVisitCookies(visit: FirstVisit): { facts: CookieFacts; value: string }[] {
  const wanted: { facts: CookieFacts; value: string }[] = [];
  if (allowsStatistics(visit.consent) && !visit.has(cookies.sessionToken.name))
    wanted.push({ facts: cookies.sessionToken, value: newSessionToken() });
  if (!visit.has(cookies.locale.name)) wanted.push({ facts: cookies.locale, value: visit.locale });
  if (isReferralCode(visit.referral)) wanted.push({ facts: cookies.referral, value: visit.referral });
  for (const flag of abFlags) {
    if (visit.has(flag)) continue;
    wanted.push({ facts: cookie(flag, AB_FLAG_SECONDS), value: String(visit.random() < 0.5) });
  }
  return wanted;
}

/** What the notice leaves in its cookie: statistics too, or only what the site cannot do without. */
export const consents = { all: "all", necessary: "necessary" } as const;

/** Whether the visitor allowed the number that counts visits. Whoever only closed an older notice did not. */
export function allowsStatistics(consent: string | null | undefined): boolean {
  return consent === consents.all;
}

function isReferralCode(text: string | null): text is string {
  return text !== null && /^[\w-]{1,64}$/.test(text);
}
