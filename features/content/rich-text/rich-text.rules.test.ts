import { describe, expect, test } from "vitest";
import type { Picture } from "#features/content/media/pictures.rules.ts";
import { linkingDocument } from "#features/content/rich-text/rich-text.factory.ts";
import {
  contentsOf,
  pictureIdsOf,
  plainText,
  readingMinutes,
  readRichText,
  safeHref,
} from "#features/content/rich-text/rich-text.rules.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const document = (...children: unknown[]) => ({ root: { type: "root", children } });
const text = (words: string, format = 0) => ({ type: "text", text: words, format });
const paragraph = (...children: unknown[]) => ({ type: "paragraph", children });
const link = (url: unknown, words = "here") => ({ type: "link", fields: { url }, children: [text(words)] });

describe("reading an editor's document", () => {
  test("paragraphs, headings, lists, quotes and rules come through with their marks", () => {
    const list = {
      type: "list",
      listType: "number",
      children: [
        { type: "listitem", children: [text("one")] },
        {
          type: "listitem",
          children: [
            { type: "list", listType: "bullet", children: [{ type: "listitem", children: [text("a")] }] },
          ],
        },
      ],
    };
    expect(
      readRichText(
        document(
          { type: "heading", tag: "h2", children: [text("Why so")] },
          paragraph(text("bold", 1), { type: "linebreak" }, text("code and more", 24)),
          list,
          { type: "quote", children: [text("said")] },
          { type: "horizontalrule" },
        ),
      ),
    ).toEqual([
      { kind: "heading", level: 2, id: "why-so", words: [{ kind: "text", text: "Why so", marks: [] }] },
      {
        kind: "paragraph",
        words: [
          { kind: "text", text: "bold", marks: ["bold"] },
          { kind: "break" },
          { kind: "text", text: "code and more", marks: ["underline", "code"] },
        ],
      },
      {
        kind: "list",
        isNumbered: true,
        items: [
          { words: [{ kind: "text", text: "one", marks: [] }], blocks: [] },
          {
            words: [],
            blocks: [
              {
                kind: "list",
                isNumbered: false,
                items: [{ words: [{ kind: "text", text: "a", marks: [] }], blocks: [] }],
              },
            ],
          },
        ],
      },
      { kind: "quote", words: [{ kind: "text", text: "said", marks: [] }] },
      { kind: "rule" },
    ]);
  });

  test("kinds that nobody knows are left out, and so is what is no document", () => {
    const strange = [
      { type: "block", fields: { html: "<script>" } },
      { type: "upload", value: 3 },
      paragraph({ type: "inlineBlock" }, { type: "text", text: 5 }, null, "x"),
      { type: "heading" },
    ];
    expect(readRichText(document(...strange))).toEqual([]);
    for (const none of [null, undefined, 5, "text", {}, { root: null }, { root: { children: "x" } }])
      expect(readRichText(none)).toEqual([]);
  });

  test("a document that is nested without an end is read to a depth and no further", () => {
    let nested: unknown = { type: "listitem", children: [text("deep")] };
    for (let depth = 0; depth < 500; depth += 1)
      nested = { type: "listitem", children: [{ type: "list", listType: "bullet", children: [nested] }] };
    expect(plainText(readRichText(document({ type: "list", children: [nested] })))).toBe("");
  });

  test("two headings of the same words are told apart in the address", () => {
    const heading = (words: string) => ({ type: "heading", tag: "h2", children: [text(words)] });
    const blocks = readRichText(document(heading("Что делать?"), heading("Что делать"), heading("!")));
    expect(contentsOf(blocks)).toEqual([
      { id: "что-делать", title: "Что делать?" },
      { id: "что-делать-2", title: "Что делать" },
      { id: "part", title: "!" },
    ]);
  });

  test("a heading in Hindi keeps its vowel signs in the address", () => {
    const heading = { type: "heading", tag: "h2", children: [text("चार पड़ाव")] };
    expect(contentsOf(readRichText(document(heading)))).toEqual([{ id: "चार-पड़ाव", title: "चार पड़ाव" }]);
  });
});

describe("pictures of a text", () => {
  const picture: Picture = {
    ...{ id: 3, name: `${"a".repeat(64)}.webp`, width: 800, height: 600 },
    ...{ alt: "A lake", language: "en" },
  };
  const upload = (value: unknown, relationTo = "media") => ({ type: "upload", relationTo, value });

  test("those of the library come through where they stand, and add no words", () => {
    const blocks = readRichText(document(paragraph(text("Before")), upload(3)), [picture]);
    expect(blocks[1]).toEqual({ kind: "picture", picture });
    expect(plainText(blocks)).toBe("Before");
    expect(pictureIdsOf(document(upload(3), upload(9), upload(3)))).toEqual([3, 9]);
  });

  test("one that is gone leaves no gap, and nothing that the document says of it is believed", () => {
    const lying = { ...upload(7), fields: { alt: "x", url: "https://evil.test/x.svg" }, src: "javascript:x" };
    expect(readRichText(document(lying), [picture])).toEqual([]);
    expect(readRichText(document({ ...lying, value: 3 }), [picture])).toEqual([{ kind: "picture", picture }]);
  });

  test.each([
    ["of another collection", upload(3, "editors")],
    ["with a whole document for a number", upload({ id: 3, filename: "../x" })],
    ["with words for a number", upload("3")],
    ["with a number that none has", upload(3.5)],
    ["with a number beyond the database's", upload(2 ** 31)],
    ["within a paragraph", paragraph(upload(3))],
  ])("a node %s is no picture", (_name, node) => {
    expect(readRichText(document(node), [picture])).toEqual([]);
    expect(pictureIdsOf(document(node))).toEqual([]);
  });
});

describe("links of a text", () => {
  test.each([
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["/docs/limits", "/docs/limits"],
    ["/ru/docs/limits#a", "/docs/limits#a"],
    ["#refund", "#refund"],
    ["mailto:help@smsden.test", "mailto:help@smsden.test"],
  ])("the address %s is one to link to", (address, href) => expect(safeHref(address)).toBe(href));

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "//evil.test",
    "/\\evil.test",
    "/ru//evil.test",
    "\\\\evil.test",
    "http:evil",
    "https://",
    "ftp://example.com",
    "blob:https://example.com/x",
    "",
    "words",
    5,
    null,
    { url: "https://example.com" },
  ])("the address %s is none to link to", (address) => expect(safeHref(address)).toBeNull());

  test("none of two hundred texts that would run a script is an address to link to", () => {
    for (const payload of xssPayloads) {
      expect(safeHref(payload), payload).toBeNull();
      const words = [{ kind: "text", text: "words", marks: [] }];
      expect(readRichText(linkingDocument(payload))).toEqual([{ kind: "paragraph", words }]);
    }
  });

  test("a link that may not be is read as its words alone", () => {
    const [refused] = readRichText(document(paragraph(link("javascript:alert(1)", "press me"))));
    expect(refused).toEqual({ kind: "paragraph", words: [{ kind: "text", text: "press me", marks: [] }] });
    const [kept] = readRichText(document(paragraph(link("/docs"))));
    expect(kept).toEqual({
      kind: "paragraph",
      words: [{ kind: "link", href: "/docs", words: [{ kind: "text", text: "here", marks: [] }] }],
    });
  });
});

test("reading takes a minute for 200 words or 400 Chinese signs, and one at least", () => {
  const minutes = (words: string) => readingMinutes(readRichText(document(paragraph(text(words)))));
  expect([minutes("short"), minutes("word ".repeat(1_000)), minutes("字".repeat(1_200))]).toEqual([1, 5, 3]);
  expect(minutes("हिन्दी ".repeat(1_000)), "signs within a word end no word").toBe(5);
});
