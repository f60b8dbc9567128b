import { expect, test } from "vitest";
import { countedPath } from "#features/site/analytics/analytics.rules.ts";

test.each([
  ["/", "", "/"],
  ["/ru/telegram", "?utm_source=blog&r=bear", "/ru/telegram?utm_source=blog"],
  ["/profile/pay", "?service=tg&country=6", "/profile/pay"],
  ["/confirm/s3cret", "", "/confirm"],
  ["/hi/confirm/s3cret", "?token=s3cret", "/hi/confirm"],
  ["/signup/confirm-email", "?token=s3cret", "/signup"],
])(
  "of the page %s%s counters are told %s: no secret, no query but a campaign's marks",
  (pathname, search, told) => {
    expect(countedPath(pathname, search)).toBe(told);
  },
);

test.each(["/desk", "/ru/desk/people/7", "/gallery"])(
  "of the page %s counters are told nothing",
  (pathname) => {
    expect(countedPath(pathname, "")).toBeNull();
  },
);
