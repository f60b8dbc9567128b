import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { localeFacts, locales } from "#lib/i18n/locales.ts";
import { type Messages, messagesOf } from "#lib/i18n/messages.ts";

function flatten(messages: Messages, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

type Node = { type: number; value?: string; options?: Record<string, { value: Node[] }>; children?: Node[] };

/** Names of all placeholders and tags, and the plural categories each plural names. */
function shapeOf(nodes: Node[], found = { names: new Set<string>(), plurals: [] as string[][] }) {
  for (const node of nodes) {
    if (node.type !== 0 && node.type !== 7 && node.value) found.names.add(node.value);
    if (node.type === 6 && node.options) found.plurals.push(Object.keys(node.options));
    for (const option of Object.values(node.options ?? {})) shapeOf(option.value, found);
    if (node.children) shapeOf(node.children, found);
  }
  return found;
}

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

  test("plurals name every category of the language", () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.filter(
      // Spanish and French "many" is for millions in running text; "other" says the same.
      (category) => !(category === "many" && tag === "es"),
    );
    for (const [key, text] of texts) {
      for (const named of shape(text, tag).plurals) {
        const remedy = `${locale} ${key}: give the plural a branch for each of ${categories.join(", ")}`;
        expect(named, remedy).toEqual(expect.arrayContaining(categories));
      }
    }
  });
});
