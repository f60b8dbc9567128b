import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import countries from "#features/catalogue/data/countries.json" with { type: "json" };
import services from "#features/catalogue/data/services.json" with { type: "json" };
import { StatementFonts } from "#features/ledger/statement/exports/writers/pdf-fonts.gateway.ts";
import { locales } from "#lib/i18n/locales.ts";
import { type Messages, messagesOf } from "#lib/i18n/messages.ts";

const fonts = new StatementFonts(new PDFDocument({ autoFirstPage: false }));

function textsIn(messages: Messages | string): string[] {
  return typeof messages === "string" ? [messages] : Object.values(messages).flatMap(textsIn);
}

describe("the fonts of a PDF", () => {
  test.each(locales)("have every sign of our words in %s", (locale) => {
    const { ledger, payments } = messagesOf(locale);
    const text = [...textsIn(ledger ?? ""), ...textsIn(payments ?? "")].join("").replaceAll(/\s/g, "");
    expect(fonts.missing([...new Set(text.normalize("NFC").match(/\p{L}\p{M}*|./gsu))].join(" "))).toEqual(
      [],
    );
  });

  test("have every sign in the names of services and countries", () => {
    const names = JSON.stringify([services, countries]);
    expect([...new Set(fonts.missing(names))]).toEqual([]);
  });
});
