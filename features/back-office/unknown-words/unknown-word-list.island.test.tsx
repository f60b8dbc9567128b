import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { UnknownWordList } from "#features/back-office/unknown-words/unknown-word-list.island.tsx";
import type { SupplierWords } from "#features/back-office/unknown-words/unknown-words.contract.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const HOSTILE = '<img src=x onerror="alert(1)">';
const at = "2026-11-25T10:00:00.000Z";
const word = { word: HOSTILE, stock: 1_234, reportsCount: 2, firstAt: at, lastAt: at };
const supplier: SupplierWords = {
  ...{ id: 1, code: "bank", name: "Bank", kind: "agent", wordTable: "smshub" },
  words: [{ ...word, kind: "country" }],
  fullKinds: ["country"],
};

function show(items: SupplierWords[] | null, locale: Locale = "en") {
  fakeApi(() => (items ? { status: 200, body: { items } } : { status: 500, body: {} }));
  return renderAtDesk(<UnknownWordList />, locale);
}

it("a supplier's word is shown as text, never as HTML, with its numbers and reports", async () => {
  const { container } = show([supplier]);
  expect((await screen.findByText(HOSTILE)).tagName).toBe("BDI");
  expect(container.querySelector("img")).toBeNull();
  expect(screen.getByText(HOSTILE).closest("li")?.textContent).toMatch(/1.234 numbers · 2 reports · /);
  screen.getByText("This list is full; further words are not kept.");
});

it("the list of unknown words shows that it is loading, empty, or could not be read", async () => {
  show([]);
  screen.getByRole("status");
  await screen.findByText("Every word is recognised.");
  show(null);
  await screen.findByRole("alert");
});

it.each(locales)("unknown words are shown in the words of %s", async (locale) => {
  const words = (["country", "service", "operator"] as const).map((kind) => ({ ...word, kind }));
  const { container } = show(
    [
      { ...supplier, words },
      { ...supplier, id: 2, wordTable: "slugs" },
    ],
    locale,
  );
  await screen.findAllByText(HOSTILE);
  expect(container.textContent).not.toMatch(/unknownWords|backOffice/);
});
