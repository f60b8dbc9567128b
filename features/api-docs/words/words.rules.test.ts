import { describe, expect, test } from "vitest";
import { docsFacts } from "#features/api-docs/facts.rules.ts";
import { docsWords, fillIn, parseInline, plainText } from "#features/api-docs/words/words.rules.ts";
import { locales } from "#lib/i18n/locales.ts";

/** Every text with the place where it stands. */
function textsIn(node: unknown, place = ""): [string, string][] {
  if (typeof node === "string") return [[place, node]];
  return Object.entries(node as object).flatMap(([name, inner]) => textsIn(inner, `${place}/${name}`));
}

const english = new Map(textsIn(docsWords("en")));
/** Names, codes, addresses and figures are not translated; how often one is said is a matter of language. */
const fixedParts = (text: string) => [
  ...new Set([
    ...parseInline(text).flatMap((part) => (part.kind === "code" ? [part.text] : [])),
    ...parseInline(text).flatMap((part) => (part.kind === "link" ? [part.href] : [])),
    ...(text.match(/\{\w+\}/g) ?? []),
  ]),
];

describe.each(locales)("the documentation's words in %s", (locale) => {
  const texts = new Map(textsIn(docsWords(locale)));

  test("say everything that English says, and nothing else", () => {
    expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const [place, text] of texts) expect(text.trim(), place).not.toBe("");
  });

  test("leave names, codes, links and figures as they are", () => {
    const wrong = [...texts].filter(([place, text]) => {
      const own = fixedParts(text).sort();
      return (
        own.join("\n") !==
        fixedParts(english.get(place) ?? "")
          .sort()
          .join("\n")
      );
    });
    expect(wrong).toEqual([]);
  });

  test("name only figures that there are", () => {
    const facts = {
      ...docsFacts("https://example.test", "Den", {
        tolerancePercent: 5,
        toldSeconds: 60,
        toldCount: 3,
        toldAfterSeconds: 10,
        defaultCountryId: 95,
        ...{ routingDays: 7, minuteKopecks: 10, exploringPercent: 5 },
      }),
      ageDays: 1,
      turnover: 300,
      percent: 20,
    };
    for (const [place, text] of texts) expect(fillIn(text, facts), place).not.toMatch(/\{[a-zA-Z]+\}/);
  });

  test("are translated, and not left in English", () => {
    if (locale === "en") return;
    const prose = [...texts].filter(([place]) => /^\/(?:pages\/.*\/text|remedies|actions)\//.test(place));
    for (const [place, text] of prose) expect(text, place).not.toBe(english.get(place));
  });
});

test("a text is cut at its code and links", () => {
  expect(parseInline("See `a b` and [keys](/docs/keys).")).toEqual([
    { kind: "text", text: "See " },
    { kind: "code", text: "a b" },
    { kind: "text", text: " and " },
    { kind: "link", text: "keys", href: "/docs/keys" },
    { kind: "text", text: "." },
  ]);
  expect(plainText("See `a` and [keys](/docs/keys).")).toBe("See a and keys.");
});

test("only links to our own pages are links", () => {
  expect(parseInline("[a](https://elsewhere.test) [b](javascript:1)")).toEqual([
    { kind: "text", text: "[a](https://elsewhere.test) [b](javascript:1)" },
  ]);
});
