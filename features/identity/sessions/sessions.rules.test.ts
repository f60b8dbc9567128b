import { expect, test } from "vitest";
import {
  bearerOf,
  deviceNameOf,
  editorHint,
  endedSessionCookie,
  sessionCookie,
  sessionTokenOf,
  signInCookies,
  signOutCookies,
} from "#features/identity/sessions/sessions.rules.ts";

const token = "A".repeat(43);

test("a login also leaves a readable hint, a logout takes both away", () => {
  expect(signInCookies(token, false)).toEqual([
    sessionCookie(token, false),
    "signed-in=1; Path=/; Max-Age=5184000; SameSite=Lax",
  ]);
  expect(signOutCookies(true)).toEqual([
    endedSessionCookie(true),
    "signed-in=; Path=/; Max-Age=0; SameSite=Lax; Secure",
    "_adminIdentity=; Path=/; Max-Age=0; SameSite=Lax; Secure",
  ]);
});

test("an editor's browser is given the hint once, and it is taken from every other", () => {
  expect(editorHint("theme=dark", true, true)).toBe(
    "_adminIdentity=1; Path=/; Max-Age=2592000; SameSite=Lax; Secure",
  );
  expect(editorHint("theme=dark; _adminIdentity=1", true, true)).toBeNull();
  expect(editorHint("_adminIdentity=1", false, false)).toBe(
    "_adminIdentity=; Path=/; Max-Age=0; SameSite=Lax",
  );
  expect(editorHint(null, false, false)).toBeNull();
});

test("the cookie is HttpOnly, Lax and for the whole site; Secure on https", () => {
  expect(sessionCookie(token, false)).toBe(
    `authToken=${token}; Path=/; Max-Age=5184000; HttpOnly; SameSite=Lax`,
  );
  expect(sessionCookie(token, true)).toBe(
    `__Host-authToken=${token}; Path=/; Max-Age=5184000; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(endedSessionCookie(true)).toBe(
    "__Host-authToken=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
});

test("only a well-formed token under the right name is read", () => {
  expect(sessionTokenOf(`a=b; authToken=${token}; frnt=x`, false)).toBe(token);
  for (const header of [
    null,
    "",
    "authToken",
    `xauthToken=${token}`,
    "authToken=short",
    `authtoken=${token}`,
    "authToken=' or 1=1",
  ]) {
    expect(sessionTokenOf(header, false)).toBeNull();
  }
});

test("on https a session is believed under the name alone that no neighbour can set", () => {
  expect(sessionTokenOf(`authToken=${token}`, true)).toBeNull();
  expect(sessionTokenOf(`authToken=${"B".repeat(43)}; __Host-authToken=${token}`, true)).toBe(token);
  expect(sessionTokenOf(`__Host-authToken=${token}`, false)).toBeNull();
});

test("a bearer credential is one printable word", () => {
  expect(bearerOf("Bearer abc")).toBe("abc");
  expect(bearerOf("bearer abc")).toBe("abc");
  for (const header of [null, "", "Bearer", "Bearer a b", "Basic abc", `Bearer ${"a".repeat(201)}`]) {
    expect(bearerOf(header)).toBeNull();
  }
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge, Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
    "Safari, macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1",
    "Chrome, iOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome, Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
  ["curl/8.5.0", null],
  ["", null],
])("a device is named by its browser and system: %s", (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});
