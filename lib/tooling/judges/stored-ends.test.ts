import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import { expectNone } from "#lib/tooling/judges/expect-none.ts";

const TEXTS =
  "{app,bench,components,docs,features,lib,messages,public}/**/*.{ts,tsx,mjs,json,sql,md,env,pem,crt,key,txt}";

/** What carries the day of its own end: certificates, and signed tokens of three parts whose first two are JSON. */
const WITH_AN_END = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/;

test("no certificate and no signed token is stored, since both end some day: who needs one makes it", () => {
  const offenders = globSync(TEXTS, { cwd: ROOT }).filter((file) =>
    WITH_AN_END.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expectNone(offenders, "Make it while the test runs, with an end relative to now.");
});
