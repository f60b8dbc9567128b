import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { docsFacts } from "#features/api-docs/facts.rules.ts";
import { TryAction, TryEndpoint } from "#features/api-docs/tester/components/try-call.tsx";
import { docsWords } from "#features/api-docs/words/words.rules.ts";
import { streamEndpoint } from "#features/notifications/notifications.contract.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { locales } from "#lib/i18n/locales.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const facts = docsFacts("https://smsden.test", "SMS Den", {
  tolerancePercent: 5,
  toldSeconds: 60,
  toldCount: 3,
  toldAfterSeconds: 10,
  defaultCountryId: 95,
  ...{ routingDays: 7, minuteKopecks: 10, exploringPercent: 5 },
});

describe("the test of a call on its page", () => {
  test.each(locales)(
    "speaks the page's words about its parameters in %s, without their marks",
    async (locale) => {
      fakeApi(() => ({ status: 200, body: [] }));
      const words = docsWords(locale);
      renderIsland(<TryAction action="getRentNumber" words={words} facts={facts} />, locale);
      await user.click(screen.getByRole("button"));
      const service = await screen.findByRole("combobox", { name: /^service/ }, { timeout: 10_000 });
      const hints = [...document.querySelectorAll("[id$=-hint]")].map((one) => one.textContent ?? "");
      expect(service.getAttribute("aria-describedby")).toMatch(/-hint$/);
      expect(hints.length).toBeGreaterThan(5);
      for (const hint of hints) expect(hint).not.toMatch(/[`{}]/);
      // Nothing is left in the contract's English.
      if (locale !== "en") expect(document.querySelectorAll("[lang=en]")).toHaveLength(0);
    },
  );

  test("is not there for a stream", () => {
    const { container } = renderIsland(
      <TryEndpoint endpoint={streamEndpoint as Endpoint} words={docsWords("en")} facts={facts} />,
    );
    expect(container.textContent).toBe("");
  });
});
