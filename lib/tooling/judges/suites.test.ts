import { expect, test } from "vitest";
import { expectNone } from "#lib/tooling/judges/expect-none.ts";
import { listSources } from "#lib/tooling/source-files.ts";

const suites = listSources().filter(({ path: file }) => /\.(test|e2e)\.tsx?$/.test(file));
const journeys = suites.filter(({ path: file }) => file.endsWith(".e2e.ts"));
const named = (pattern: RegExp) => journeys.filter(({ text }) => pattern.test(text)).map((file) => file.path);

const MOST_LINES = 400;

test("no suite is longer than 400 lines", () => {
  const longer = suites.filter(({ text }) => text.split("\n").length - 1 > MOST_LINES);
  expect(
    longer.map(({ path: file }) => file),
    "Split a longer suite by endpoint and outcome, with what its parts share in a factory beside them.",
  ).toEqual([]);
});

test("every title of a test has the five words that a guarantee takes", () => {
  const title =
    /^ *(?:(?:it|test)(?:\.(?!step|setTimeout)\w+(?:\([^"`]*?\))?)*|\](?: as const)?\))\(\s*(["`])(.+?)\1,/gm;
  const offenders = suites.flatMap(({ path: file, code }) =>
    [...code.matchAll(title)]
      .filter(([, , words = ""]) => words.split(/\s+/).length < 5 || /^(?:and|also|but|or|nor) /.test(words))
      .map(([, , words]) => `${file}: ${words}`),
  );
  expectNone(offenders, "Say who does what, in five words or more, without another title.");
});

test("no test gives up after vitest's own second, whatever the machine does besides", () => {
  const home = "lib/testing/eventually.ts";
  const impatient = listSources().filter(
    ({ path: file, text }) => file !== home && /\bvi\.(waitFor|waitUntil)\(/.test(text),
  );
  expectNone(
    impatient.map(({ path: file }) => file),
    `Wait by \`eventually\` (${home}).`,
  );
});

test("no suite of the interface makes the frame itself that every page gives an island", () => {
  const framing = suites.filter(({ code }) => /<(?:NextIntlClientProvider|QueryClientProvider)\b/.test(code));
  expectNone(
    framing.map(({ path: file }) => file),
    "Render by renderIsland (at the desk renderAtDesk), read markup by sentMarkup: see docs/testing.md.",
  );
});

test("journeys that listen where the product looks for payment providers run one at a time", () => {
  const listening = named(/\b(?:Journey|Tron)StandIns?\b|StandIn\(/);
  expect(listening).not.toEqual([]);
  expect(
    listening.filter((file) => !file.includes("/profile/pay/")),
    "Move the journey below app/[locale]/profile/pay.",
  ).toEqual([]);
});

test.each([
  ["moves the product's clock", /journey-clock\.ts/],
  ["kills a process of the product", /\bprocess\.kill\(/],
])("a journey that %s runs after all others", (_, does) => {
  const doing = named(does);
  expect(doing).not.toEqual([]);
  expect(
    doing.filter((file) => !file.endsWith(".later.e2e.ts")),
    "Call the file <topic>.later.e2e.ts.",
  ).toEqual([]);
});

test("no journey waits for the browser's own word that the network is idle, which may never come", () => {
  expect(named(/"networkidle"/), "Wait by watchRequests of lib/tooling/pages/quiet.ts.").toEqual([]);
});

test("no journey but the demo editor's own logs in as the demo's users or uses their key: each makes people of its own", () => {
  const isOwn = (file: string) => file === "app/_cms/demo-editor.e2e.ts";
  expect(
    named(/@smsden\.test|demo\.logins|demo\.api\.key|demoLogins|DemoLogin/).filter((file) => !isOwn(file)),
    "Take somebody from newPerson(), see docs/testing.md.",
  ).toEqual([]);
});

test("after a press in a dialog its end is waited for before anything behind it may be gone", () => {
  // Whatever is behind an open dialog is hidden from roles: it is "gone" before anything was sent.
  const isDialog = (line: string, names: readonly string[]) =>
    line.includes('getByRole("dialog"') || names.some((name) => new RegExp(`\\b${name}[.)]`).test(line));
  const hasty = journeys.flatMap(({ path: file, text }) => {
    const names = [...text.matchAll(/const (\w+) = [\w.]*getByRole\("dialog"/g)].map((match) =>
      String(match[1]),
    );
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.flatMap((line, index) => {
      const next = lines[index + 1] ?? "";
      const isPress = /\.(click|press|tap)\(/.test(line) && isDialog(line, names);
      const looksForNothing = /toHaveCount\(0\)|toBeHidden\(|not\.toBeVisible\(/.test(next);
      return isPress && looksForNothing && !isDialog(next, names) ? [`${file}: ${next.trim()}`] : [];
    });
  });
  expect(
    hasty,
    "Press with pressInDialog of lib/testing/journey.ts, or expect the dialog to go first.",
  ).toEqual([]);
});

test("how long is waited is said in one place, with named exceptions", () => {
  // What a page shows by then or is loaded anew for; earnings, which the product under test keeps pending for two minutes.
  const allowed = [/"Paid", \{ exact: true \}/, /toPass\(\{ timeout: 3 \* 60_000 \}\)/];
  const own = journeys.flatMap(({ path: file, text }) =>
    text
      .split("\n")
      .filter((line) => /\btimeout: |setTimeout\(\d/.test(line) && !allowed.some((one) => one.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(own, "Leave the time out: playwright.config.ts says it.").toEqual([]);
  expect(named(/test\.slow\(/), "Cut the journey in two.").toEqual(["app/[locale]/profile/pay/pay.e2e.ts"]);
});
