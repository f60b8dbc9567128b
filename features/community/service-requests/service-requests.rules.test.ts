import { expect, test } from "vitest";
import {
  nextState,
  serviceRequestEvents,
  serviceRequestStates,
  siteOf,
} from "#features/community/service-requests/service-requests.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a request gets one answer: every pair of state and event", () => {
  expectPairs({ states: serviceRequestStates, events: serviceRequestEvents, nextState }, [
    "open tell told",
    "open answer answered",
    "open close closed",
  ]);
});

test.each([
  ["example.com", "example.com"],
  ["  HTTPS://www.Example.com./login?x=1#y ", "example.com"],
  ["//m.example.com:8080/a", "example.com"],
  ["http://example.com", "example.com"],
  ["www.com", "www.com"],
  ["кассир.рф", "xn--80aqe0ada.xn--p1ai"],
  ["https://play.google.com/store/apps/details?id=com.Example.app&hl=ru", "play.google.com/com.example.app"],
  ["https://apps.apple.com/us/app/example/id123456789", "apps.apple.com/123456789"],
  ["t.me/Example_Bot?start=1", "t.me/example_bot"],
  ["play.google.com/store", "play.google.com"],
])("%j counts as a request for %s", (website, site) => {
  expect(siteOf(website)).toBe(site);
});

test.each([
  "",
  "   ",
  "example",
  "no address at all",
  "javascript:alert(1)",
  "me@example.com",
  "http://127.0.0.1",
  "http://[::1]/",
  "example.c",
  "ftp://example.com",
  "exa\\mple.com",
  `${"a".repeat(301)}.com`,
])("%j is refused as the address of a website", (website) => {
  expect(siteOf(website)).toBeNull();
});
