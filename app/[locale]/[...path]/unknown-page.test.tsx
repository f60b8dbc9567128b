import { expect, test, vi } from "vitest";
import { generateMetadata } from "#app/[locale]/[...path]/page.tsx";

vi.mock("next-intl/server", async () => {
  const { createTranslator } = await import("use-intl/core");
  const { messagesOf } = await import("#lib/i18n/messages.ts");
  return {
    getTranslations: async (namespace: string) =>
      createTranslator({ locale: "en", messages: messagesOf("en"), namespace }),
  };
});

test("the page of an unknown address is called 'Page not found' and is in no index", async () => {
  expect(await generateMetadata()).toEqual({ title: "Page not found", robots: { index: false } });
});
