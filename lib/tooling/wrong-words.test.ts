import path from "node:path";
import { expect, test } from "vitest";
import { listDefinitionFiles } from "#lib/db/sql-files.ts";
import { listSources } from "#lib/tooling/source-files.ts";
import { makeFinder, readGlossary, wrongWords } from "#lib/tooling/wrong-words.ts";

const GLOSSARY = `
| word | means | not |
|---|---|---|
| withdrawal; to withdraw | money out | \`payout\`, \`cash-out\`, refund |
| payout destination | where it goes | place |

## In six languages

| English | русский |
|---|---|
| \`number\` | номер |
`;

test("the words to be held out are those between backticks in the last column of the first table", () => {
  expect(wrongWords(GLOSSARY)).toEqual([
    { word: "payout", write: "withdrawal; to withdraw" },
    { word: "cash-out", write: "withdrawal; to withdraw" },
  ]);
});

test.each([
  ["a payout", "payout"],
  ["const payouts = 1;", "payouts"],
  ["listPayouts(db)", "Payouts"],
  ["payoutRow", "payout"],
  ["select payout_amount", "payout"],
  ["PAYOUT_MAX", "PAYOUT"],
  ["payout-list.island.tsx", "payout"],
  ["cashOut", "cashOut"],
  ["CashOutRow", "CashOut"],
  ["a cash-out and\n", "cash-out"],
])("'%s' has a wrong word", (text, found) => {
  expect(makeFinder(GLOSSARY)(text)).toMatchObject([{ found, line: 1, write: "withdrawal; to withdraw" }]);
});

test.each([
  "payouter",
  "repayout",
  "a payout destination",
  "payoutDestinations",
  "payments_payout_destinations",
  "refund",
])("'%s' has no wrong word", (text) => {
  expect(makeFinder(GLOSSARY)(text)).toEqual([]);
});

type Exception = {
  readonly word: string;
  readonly why: string;
  /** Names that stay, wherever they stand. */
  readonly names?: readonly string[];
  /** Files in which the word means something else, by their names without folders. */
  readonly files?: readonly string[];
};

/** What may still write a wrong word, and why. This list only shrinks: a name or file that no longer needs it fails. */
const EXCEPTIONS: readonly Exception[] = [
  {
    word: "requisites",
    why: "the wire of withdrawals: a member, its refusals, a path of the desk, operation ids; and what stored cards are hashed for",
    names: [
      "requisites",
      "REQUISITES_INVALID",
      "REQUISITES_CODE_WRONG",
      "REQUISITES_CODE_EXPIRED",
      "confirmWithdrawalRequisites",
      "deskRevealRequisites",
      "withdrawal-requisites",
    ],
  },
  { word: "requisites", why: "an action of the bots' protocol", names: ["getQiwiRequisites"] },
  { word: "payout", why: "the wire of withdrawals: what arrives", names: ["payout"] },
  { word: "payout", why: "BTCPay's own word", files: ["btcpay.gateway.ts", "btcpay.ts"] },
  { word: "canceled", why: "a state of rentals, stored and on the wire", names: ["canceled"] },
  { word: "given back", why: "what became of an order's money, on the wire", names: ["given-back"] },
  { word: "given back", why: "a reason that the ledger and earnings store", names: ["given_back"] },
  { word: "given back", why: "the wire of the desk's list of takedowns", names: ["givenBackCount"] },
  {
    word: "given back",
    why: "no money: what a limit takes and lets grow again, the place of a device",
    files: [
      "assistants-door.db.test.ts",
      "limits.contract.ts",
      "my-licences.island.test.tsx",
      "openapi-headers.ts",
      "rate-limits.ts",
      "stranger-bodies.db.test.ts",
      "stranger-bodies.test.ts",
      "stranger-bodies.ts",
    ],
  },
  { word: "deposit", why: "NOWPayments' own word", files: ["nowpayments.gateway.ts", "nowpayments.ts"] },
  {
    word: "lane",
    why: "the queues at the page renderer, one for each network",
    files: [
      "client-limits.db.test.ts",
      "kept-pages.test.ts",
      "page-cache.ts",
      "page-limits.ts",
      "page-turns.test.ts",
      "page-turns.ts",
      "pages-in-turn.test.ts",
      "pages.ts",
    ],
  },
  { word: "lane", why: "the parallelism of Argon2id", files: ["passwords.gateway.ts"] },
  { word: "broadcast", why: "the browser's own word", names: ["BroadcastChannel"] },
  {
    word: "realm",
    why: "the word of HTTP's digest authentication, and of addresses of OpenID providers",
    files: ["digest-auth.ts", "digest-auth.test.ts", "dinstar.test.ts", "openid.gateway.test.ts"],
  },
];

test("names, comments and titles use the glossary's words", () => {
  const find = makeFinder(readGlossary());
  expect(wrongWords(readGlossary()).length).toBeGreaterThan(20);
  const spellings = EXCEPTIONS.flatMap(({ word, names = [], files = [] }) => [
    ...names.map((name) => `${word}: ${name}`),
    ...files.map((file) => `${word} in ${file}`),
  ]);
  const needed = new Set<string>();
  const offenders: string[] = [];
  for (const { file, text } of textsOfCode())
    for (const { word, name, line, write } of [...find(file), ...find(text)]) {
      const exception = [`${word}: ${name}`, `${word} in ${path.basename(file)}`].find((one) =>
        spellings.includes(one),
      );
      if (exception) needed.add(exception);
      else offenders.push(`${file}:${line} ${name} (write: ${write})`);
    }
  expect(offenders, "docs/glossary.md has the word for each concept.").toEqual([]);
  expect(
    spellings.filter((one) => !needed.has(one)),
    "Take it off the list.",
  ).toEqual([]);
});

function textsOfCode(): { file: string; text: string }[] {
  // What the baseline was called stands where the upgrade from it is proven, and these words here.
  const own = ["lib/tooling/wrong-words.ts", "lib/tooling/wrong-words.test.ts"];
  const sources = listSources()
    .filter(
      ({ path: file }) =>
        !file.startsWith("app/_proofs/upgrade/") && !own.includes(file) && !file.endsWith(".gen.ts"),
    )
    .map(({ path: file, text }) => ({ file, text }));
  return [...sources, ...listDefinitionFiles().map(({ file, sql }) => ({ file, text: sql }))];
}
