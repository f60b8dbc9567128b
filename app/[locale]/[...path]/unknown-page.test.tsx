import { expect, test, vi } from "vitest";
import { generateMetadata } from "#app/[locale]/[...path]/page.tsx";

vi.mock("server-only", () => ({}));
vi.mock("next-intl/server", async () => {
  const { createTranslator } = await import("use-intl/core");
  const { messagesOf } = await import("#lib/i18n/messages.ts");
  return {
    getTranslations: async ({ namespace }: { namespace: string }) =>
      createTranslator({ locale: "en", messages: messagesOf("en"), namespace }),
  };
});

test("the page of an unknown address is called 'Page not found' and is in no index", async () => {
  const params = Promise.resolve({ locale: "en", path: ["no_page"] });
  expect(await generateMetadata({ params })).toEqual({ title: "Page not found", robots: { index: false } });
});
