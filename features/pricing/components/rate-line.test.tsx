import { expect, test, vi } from "vitest";
import { RateLine } from "#features/pricing/components/rate-line.tsx";
import type { UsdRate } from "#features/pricing/rates/rates.reads.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const today = vi.hoisted(() => ({ rate: null as UsdRate | null }));
vi.mock("#features/pricing/pricing.loaders.ts", () => ({ loadRateOfToday: async () => today.rate }));
vi.mock("next-intl/server", async () => {
  const { createTranslator } = await import("use-intl/core");
  const { messagesOf } = await import("#lib/i18n/messages.ts");
  return {
    getTranslations: async ({ namespace }: { namespace: string }) =>
      createTranslator({ locale: "en", messages: messagesOf("en"), namespace }),
  };
});

async function shown(rate: UsdRate | null): Promise<string | null> {
  today.rate = rate;
  const line = await RateLine({ locale: "en" });
  return renderIsland(<div>{line}</div>).container.textContent;
}

test("the line of the dollar tells the rate and the day it is of", async () => {
  const rate = { microRubPerUsd: 82_123_400n, rubPerUsd: 82.1234, day: "2026-11-21", source: "cbr" } as const;
  expect(await shown(rate)).toMatch(/^\$1 = 82,12.₽, rate of 11-21-2026$/);
});

test("without a rate of today there is no line of the dollar", async () => {
  expect(await shown(null)).toBe("");
});
