import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";
import { DeskOverview } from "#features/back-office/overview/overview.island.tsx";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const HOUR_MS = 3_600_000;

function at(wrongClocks: Overview["wrongClocks"], locale: Locale = "en") {
  const body: Overview = {
    withdrawalsCount: 1,
    withdrawalsKopecks: 100,
    correctionsCount: 2,
    transfersCount: 3,
    claimsCount: 4,
    oddPaymentsCount: 5,
    lastRun: null,
    wrongClocks,
  };
  fakeApi(() => ({ status: 200, body }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <NextIntlClientProvider locale={localeFacts[locale].tag} messages={messagesOf(locale)} timeZone="UTC">
      <QueryClientProvider client={client}>
        <DeskOverview />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
}

it("the desk says nothing about clocks while all of them agree with the database", async () => {
  at([]);
  await screen.findByText("Open claims");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the desk names every machine whose clock is wrong, by how much, and what to do", async () => {
  at([
    { process: "api", machine: "host-1", aheadMs: 2 * HOUR_MS },
    { process: "worker", machine: "host-2", aheadMs: -40 * 24 * HOUR_MS },
    { process: "worker", machine: "host-3", aheadMs: 61_000 },
  ]);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("host-1 (api): the clock is ahead of the database by 2 hours.");
  expect(alert.textContent).toContain("host-2 (worker): the clock is behind the database by 40 days.");
  expect(alert.textContent).toContain("host-3 (worker): the clock is ahead of the database by 1 minute.");
  expect(alert.textContent).toContain("follow a time server");
});

it.each(locales)("a wrong clock is said in the words of %s, with machine and difference", async (locale) => {
  at([{ process: "api", machine: "host-1", aheadMs: -3 * HOUR_MS }], locale);
  const text = (await screen.findByRole("alert")).textContent;
  expect(text).toContain("host-1");
  expect(text).toMatch(/3\s?\S/);
  expect(text).not.toContain("wrongClocks");
});
