import format from "icu-minify/format";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { localeFacts, locales } from "#lib/i18n/locales.ts";
import { type Messages, messagesOf } from "#lib/i18n/messages.ts";
import { toPageMessages } from "#lib/i18n/page-messages.ts";

type Pair = { key: string; written: string; parsed: Parameters<typeof format>[0] };

function pairs(written: Messages, parsed: Messages, prefix = ""): Pair[] {
  return Object.entries(written).flatMap(([key, text]) =>
    typeof text === "string"
      ? [{ key: prefix + key, written: text, parsed: parsed[key] as never }]
      : pairs(text, parsed[key] as Messages, `${prefix}${key}.`),
  );
}

type Node = { type: number; value?: string; options?: Record<string, { value: Node[] }>; children?: Node[] };

/** A value for everything that a text names: a function for a tag, the first branch for a choice of words. */
function valuesFor(nodes: Node[], count: number, values: Record<string, unknown> = {}) {
  for (const { type, value = "", options = {}, children = [] } of nodes) {
    if (type === 8) values[value] = (chunks: unknown[]) => `<${value}>${chunks.join("")}</${value}>`;
    else if (type === 5) values[value] ??= Object.keys(options)[0];
    else if (type === 6) values[value] = count;
    else if (type === 1) values[value] ??= "a word";
    for (const option of Object.values(options)) valuesFor(option.value, count, values);
    valuesFor(children, count, values);
  }
  return values;
}

const formatters = {
  getDateTimeFormat: (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...of),
  getNumberFormat: (...of: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of),
  getPluralRules: (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
};

const joined = (text: unknown) => [text].flat().join("");

describe.each(locales)("the texts of pages in %s", (locale) => {
  const written = messagesOf(locale);
  const tag = localeFacts[locale].tag;

  test("say word for word what the full formatter of ICU messages makes of them", () => {
    const different = pairs(written, toPageMessages(written)).filter(({ written: text, parsed }) =>
      [0, 1, 3, 21].some((count) => {
        const full = new IntlMessageFormat(text, tag);
        const values = valuesFor(full.getAst() as unknown as Node[], count);
        const expected = joined(full.format(values as never));
        return joined(format(parsed, tag, values as never, { formatters })) !== expected;
      }),
    );
    expect(
      different.map(({ key }) => key),
      "Write the text so that icu-minify reads it as ICU does.",
    ).toEqual([]);
  });

  test("are plain objects, which alone reach the browser's part of a page", () => {
    const page = toPageMessages(written);
    expect(structuredClone(page)).toEqual(page);
    const withoutPrototype = (value: unknown): boolean =>
      typeof value === "object" &&
      value !== null &&
      (Object.getPrototypeOf(value) === null || Object.values(value).some(withoutPrototype));
    expect(withoutPrototype(page)).toBe(false);
  });

  test("are parsed once, whoever asks for them in whatever frame", () => {
    expect(toPageMessages({ site: written.site as Messages }).site).toBe(toPageMessages(written).site);
  });
});
