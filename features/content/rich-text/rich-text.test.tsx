import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import { RichText } from "#features/content/rich-text/rich-text.tsx";
import { renderIsland } from "#lib/testing/render-island.tsx";

const text = (words: string, format = 0) => ({ type: "text", text: words, format });

function show(...children: unknown[]) {
  const blocks = readRichText({ root: { type: "root", children } });
  return renderIsland(<RichText blocks={blocks} />, "ru");
}

test("what an editor types as markup is shown as it was typed", () => {
  const { container } = show({
    type: "paragraph",
    children: [text('<img src=x onerror="alert(1)"><script>alert(1)</script>')],
  });
  expect(container.querySelector("img, script")).toBeNull();
  expect(container.textContent).toContain("<script>alert(1)</script>");
});

test("links to our pages stay in the reader's language, and others give nothing away", () => {
  const link = (url: string, words: string) => ({ type: "link", fields: { url }, children: [text(words)] });
  show({
    type: "paragraph",
    children: [link("/docs", "ours"), link("https://example.com/", "theirs"), link("javascript:x", "bad")],
  });
  expect(screen.getByRole("link", { name: "ours" }).getAttribute("href")).toBe("/ru/docs");
  expect(screen.getByRole("link", { name: "theirs" }).getAttribute("rel")).toContain("noopener");
  expect(screen.queryByRole("link", { name: "bad" })).toBeNull();
});

test("marks and headings are told to screen readers by their elements", () => {
  const { container } = show(
    { type: "heading", tag: "h3", children: [text("Part")] },
    { type: "paragraph", children: [text("strong code", 17)] },
  );
  expect(screen.getByRole("heading", { level: 3, name: "Part" }).id).toBe("part");
  expect(container.querySelector("code strong, strong code")?.textContent).toBe("strong code");
});
