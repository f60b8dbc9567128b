import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { localeFacts, locales } from "#lib/i18n/locales.ts";
import { accountMessages, type Messages, messagesOf, pageMessages } from "#lib/i18n/messages.ts";

function flatten(messages: Messages, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

type Node = { type: number; value?: string; options?: Record<string, { value: Node[] }>; children?: Node[] };

type Shape = {
  readonly names: Set<string>;
  readonly plurals: string[][];
  readonly counted: Set<string>;
  readonly written: Set<string>;
};

const noShape = (): Shape => ({ names: new Set(), plurals: [], counted: new Set(), written: new Set() });

/**
 * Names of all placeholders and tags, the plural categories each plural names, the values that are counted, and those of
 * them that `#` writes.
 */
function shapeOf(nodes: Node[], found = noShape(), count = "") {
  for (const node of nodes) {
    if (node.type !== 0 && node.type !== 7 && node.value) found.names.add(node.value);
    if (node.type === 7) found.written.add(count);
    const value = node.type === 6 && node.options ? (node.value ?? "") : count;
    if (node.type === 6 && node.options) {
      found.plurals.push(Object.keys(node.options));
      found.counted.add(value);
    }
    for (const option of Object.values(node.options ?? {})) shapeOf(option.value, found, value);
    if (node.children) shapeOf(node.children, found, count);
  }
  return found;
}

/** Counts below a thousand by their nature: spans of time, and bounds that rules set. */
const staysSmall = new Set([
  "weeks",
  "days",
  "hours",
  "minutes",
  "seconds",
  "maxHours",
  "need",
  "min",
  "triesLeft",
]);
/** Texts whose count is small by a rule of the product. */
const fewAlways = new Set([
  "activations.limits.unused",
  "backOffice.claims.others",
  "backOffice.facts.askedTimes",
  "backOffice.runs.checks",
  "backOffice.runs.failed",
  "backOffice.runs.offending",
  "backOffice.serviceRequests.newest",
  "buyerApi.tester.moreParameters",
  "catalogue.countries.lead",
  "community.errors.tooManyLinks",
  "identity.secondFactor.codesLeft",
  "licences.errors.devicesFull",
  "notifications.webhooks.log.attempts",
  "payments.errors.tooManyTransfers",
  "readyAccounts.errors.noAccounts",
  "readyAccounts.errors.tooFew",
  "readyAccounts.mine.count",
  "readyAccounts.shop.from",
  "referrals.page.accrualsLead",
]);

const shape = (text: string, tag: string) =>
  shapeOf(new IntlMessageFormat(text, tag).getAst() as unknown as Node[]);
const english = flatten(messagesOf("en"));

describe.each(locales)("messages/%s.json", (locale) => {
  const texts = flatten(messagesOf(locale));
  const tag = localeFacts[locale].tag;

  test("every text parses and uses the placeholders of English", () => {
    for (const [key, text] of texts) {
      const names = [...shape(text, tag).names].sort();
      expect(names, `${locale} ${key}: use the placeholders and tags of the English text`).toEqual(
        [...shape(english.get(key) ?? "", "en").names].sort(),
      );
    }
  });

  test("counts with a plural form whatever another language counts with one", () => {
    for (const [key, text] of texts) {
      const counted = (of: string, by: string) => [...shape(of, by).counted].sort();
      expect(counted(text, tag), `${locale} ${key}`).toEqual(counted(english.get(key) ?? "", "en"));
    }
  });

  test("leaves no number to the language's own rules: the site's spelling parts thousands by a space", () => {
    for (const [key, text] of texts) {
      expect(text, `${key}: give the figure as formatNumber writes it`).not.toMatch(/\{\s*\w+\s*,\s*number/);
      const loose = [...shape(text, tag).written].filter(
        (name) => !(staysSmall.has(name) || fewAlways.has(key)),
      );
      expect(loose, `${key}: # writes 12,345; give {shown} as formatNumber writes it`).toEqual([]);
    }
  });

  test("plurals name every category of the language", () => {
    const rules = new Intl.PluralRules(tag);
    const small = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)));
    const categories = rules.resolvedOptions().pluralCategories.filter(
      // The "many" of Spanish and its sisters is for millions in running text; "other" says the same.
      (category) => category === "other" || small.has(category),
    );
    for (const [key, text] of texts) {
      for (const named of shape(text, tag).plurals) {
        const remedy = `${locale} ${key}: give the plural a branch for each of ${categories.join(", ")}`;
        expect(named, remedy).toEqual(expect.arrayContaining(categories));
      }
    }
  });
});

describe("what a page carries to the browser", () => {
  const english = messagesOf("en");
  const part = (messages: Messages, name: string) => (messages[name] ?? {}) as Messages;

  test("a public page carries the frame's texts and those that it names, and no others", () => {
    const texts = pageMessages("en", ["pricing.list", "activations.shop"]);
    expect(Object.keys(texts).sort()).toEqual(["activations", "pricing", "rentals", "site", "ui"]);
    expect(Object.keys(part(texts, "pricing"))).toEqual(["list"]);
    expect(Object.keys(part(texts, "activations")).sort()).toEqual(["open", "profile", "shop"]);
    expect(part(texts, "pricing").list).toBe(part(english, "pricing").list);
  });

  test("pages of the account carry what islands say there, and what they name is whole", () => {
    const texts = accountMessages("en", ["ledger"]);
    expect(texts.ledger).toEqual(english.ledger);
    expect(part(accountMessages("en"), "ledger")).not.toHaveProperty("kinds");
    expect(texts).toHaveProperty("identity.login");
    for (const name of ["api", "backOffice", "mail"]) expect(texts).not.toHaveProperty(name);
  });

  test("texts that are named on one page are not handed out on the next", () => {
    pageMessages("en", ["identity.login", "activations.shop"]);
    expect(pageMessages("en")).not.toHaveProperty("identity");
    expect(part(pageMessages("en"), "activations")).not.toHaveProperty("shop");
    expect(part(english, "activations")).toHaveProperty("shop");
  });

  test("a page that names a text which does not exist is told so", () => {
    expect(() => pageMessages("en", ["pricing.lists"])).toThrow('There is no text "lists"');
    expect(() => accountMessages("en", ["price"])).toThrow('There is no text "price"');
  });
});
