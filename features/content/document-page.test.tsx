import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { DocumentPage } from "#features/content/document-page.tsx";
import { documentFacts } from "#features/content/documents/documents.factory.ts";
import { type DocumentKey, documents, documentsDay } from "#features/content/documents/documents.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

describe.each(locales)("documents in %s", (locale) => {
  test.each(Object.keys(documents) as DocumentKey[])("%s has a title, a day and a contact", (document) => {
    // A text that is missing is printed, which fails the test.
    renderIsland(<DocumentPage document={document} facts={documentFacts} />, locale, messagesOf(locale));
    expect(screen.getByRole("heading", { level: 1 }).textContent).not.toMatch(/content\./);
    expect(globalThis.document.querySelector("time")?.dateTime).toBe(documentsDay);
    for (const link of screen.getAllByRole("link")) {
      expect(link.getAttribute("href")).toBe("mailto:help@smsden.test");
    }
    expect(screen.queryByText("authToken") !== null).toBe(document === "privacyPolicy");
  });
});
