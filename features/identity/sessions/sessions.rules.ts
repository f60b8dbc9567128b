import { cookieIn, cookies, setCookieHeader, wireName } from "#lib/cookies.ts";

/** A session ends so many days after login, whatever happens. */
export const SESSION_LIFETIME_DAYS = 60;
/** A session that nobody used for so long ends. */
export const SESSION_IDLE_DAYS = 14;
/** More an account has not: a login beyond them ends the one that nobody has used for longest. */
export const SESSIONS_AT_MOST = 50;
/** Sessions that are listed at a time. */
export const SESSIONS_PER_PAGE = 10;
/** 256 random bits in base64url. */
export const SESSION_TOKEN = /^[A-Za-z0-9_-]{43}$/;

const DAY_SECONDS = 86_400;

/** Name of the cookie that carries a session in a browser. */
export function sessionCookieName(isHttps: boolean): string {
  return wireName(cookies.authToken, isHttps);
}

/** The Set-Cookie header of a session; scripts cannot read it and other sites' posts do not carry it. */
export function sessionCookie(token: string, isHttps: boolean): string {
  return `${sessionCookieName(isHttps)}=${token}; Path=/; Max-Age=${SESSION_LIFETIME_DAYS * DAY_SECONDS}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

/** The Set-Cookie header that removes the session. */
export function endedSessionCookie(isHttps: boolean): string {
  return `${sessionCookieName(isHttps)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

/** Tells the browser's scripts that asking who is signed in is worth a call. It proves nothing. */
const HINT_COOKIE = "signed-in";
const EDITOR_COOKIE = cookies.adminIdentity.name;

/** The Set-Cookie headers of a login: the session, and the readable hint that there is one. */
export function signInCookies(token: string, isHttps: boolean): string[] {
  const hint = `${HINT_COOKIE}=1; Path=/; Max-Age=${SESSION_LIFETIME_DAYS * DAY_SECONDS}; SameSite=Lax`;
  return [sessionCookie(token, isHttps), hint + (isHttps ? "; Secure" : "")];
}

/** The Set-Cookie headers of a logout: both, and the readable hint that an editor is here. */
export function signOutCookies(isHttps: boolean): string[] {
  return [endedSessionCookie(isHttps), endedHint(HINT_COOKIE, isHttps), endedHint(EDITOR_COOKIE, isHttps)];
}

/** The Set-Cookie header that removes what scripts may read. */
function endedHint(name: string, isHttps: boolean): string {
  return `${name}=; Path=/; Max-Age=0; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

/**
 * The Set-Cookie header by which a browser has the editors' hint if, and only if, it is an editor's; null when that is so already.
 * `cookieHeader`: what the browser has sent.
 */
export function editorHint(cookieHeader: string | null, isEditor: boolean, isHttps: boolean): string | null {
  if (hasEditorHint(cookieHeader) === isEditor) return null;
  return isEditor ? setCookieHeader(cookies.adminIdentity, "1", isHttps) : endedHint(EDITOR_COOKIE, isHttps);
}

/** Whether a browser loads the bar of the editors; it proves nothing. */
export function hasEditorHint(cookieHeader: string | null): boolean {
  return cookieIn(cookieHeader, EDITOR_COOKIE, /^/) !== null;
}

/** The session token in a Cookie header, or null; only the right name and form count. */
export function sessionTokenOf(cookieHeader: string | null, isHttps: boolean): string | null {
  return cookieIn(cookieHeader, sessionCookieName(isHttps), SESSION_TOKEN);
}

/** The credential behind `Authorization: Bearer`, or null when the header says something else. */
export function bearerOf(header: string | null): string | null {
  const match = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(header ?? "");
  return match?.[1] ?? null;
}

/** The first that fits names it: most browsers also claim to be those further down. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|Chromium\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** "Firefox, Windows" out of a User-Agent header, so that people know their devices; null when it names none of these. */
export function deviceNameOf(userAgent: string): string | null {
  const found = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return found.length > 0 ? found.join(", ") : null;
}
