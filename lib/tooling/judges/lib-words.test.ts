import { expect, test } from "vitest";
import { expectNone } from "#lib/tooling/judges/expect-none.ts";
import { findLines, isTest, listSources } from "#lib/tooling/source-files.ts";

/** What is sold, to whom it is, and the bots' protocol. Examples in comments may say so; code may not. */
const PRODUCT =
  /activation|rental|sandbox|partner|referral|handler_api|ready_?account|licen[cs]e|coupon|withdrawal/i;

/** Files of lib that know something of the product, and why it stands there. Only ever shortened. */
const KNOWING: Readonly<Record<string, string>> = {
  "lib/api/actor.ts": "who asks is one type for every gate and handler: roles, and what a key may do",
  "lib/api/endpoint.ts": "whom a call is for is part of its description",
  "lib/api/front-door/front-door.ts": "addresses that bots and partners' programs cannot change",
  "lib/api/mount.ts": "the one gate before every handler, which knows whom a call is for",
  "lib/api/openapi-security.ts": "how a caller proves itself, for each kind of call",
  "lib/api/refusals.ts": "what the gate may answer, for each kind of call",
  "lib/cookies.ts": "the one list of cookies, which the privacy page shows",
  "lib/env.ts": "the one list of settings, from which their documentation is drawn",
  "lib/i18n/messages.ts": "which texts go to the browser: those of the frame stand on every page",
  "lib/payment-stand-ins/nowpayments.ts": "NOWPayments' own word",
};

const sources = listSources().filter(
  ({ path: file }) =>
    file.startsWith("lib/") &&
    // Commands and journeys are about the product; what is drawn repeats its tables.
    !/^lib\/(?:tooling|testing)\//.test(file) &&
    !isTest(file) &&
    !file.endsWith(".gen.ts"),
);

test("lib knows of the product what decision 667 lists, and nothing else", () => {
  expect(sources.length).toBeGreaterThan(100);
  const offenders = sources
    .filter(({ path: file }) => !Object.hasOwn(KNOWING, file))
    .flatMap((source) => findLines(source, PRODUCT));
  expectNone(offenders, "Move it into the feature, or let the feature hand its part in as an argument.");
});

test("every file of lib that may know of the product still does", () => {
  const idle = Object.keys(KNOWING).filter(
    (file) => !sources.some((source) => source.path === file && findLines(source, PRODUCT).length > 0),
  );
  expectNone(idle, "Take it off the list here and out of decision 667.");
});
