import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { YieldCalculator } from "#features/partners/yield/yield-calculator.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { sentMarkup } from "#lib/testing/sent-markup.tsx";

const choices = {
  countries: [
    { id: 6, name: "Indonesia" },
    { id: 4, name: "Philippines" },
  ],
  services: [
    { id: 52, name: "Telegram" },
    { id: 1, name: "WhatsApp" },
  ],
  basis: {
    measured: [
      { serviceId: 52, countryId: 6, lowMilli: 325_000, highMilli: 675_000 },
      { serviceId: 1, countryId: 6, lowMilli: 100_000, highMilli: 200_000 },
    ],
    assumed: { lowMilli: 5_000, highMilli: 25_000 },
  },
};
const show = (locale: Locale = "en") =>
  renderIsland(<YieldCalculator {...choices} />, locale, messagesOf(locale));
const output = () => screen.getByRole("status").textContent ?? "";
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("the calculator's first picture has earnings before any script runs", () => {
  const html = plain(sentMarkup(<YieldCalculator {...choices} />));
  // 16 ports x 4,25 roubles at least.
  expect(html).toContain("68,00 ₽ to 140,00 ₽");
  expect(html).toContain("From our own figures of the last 30 days.");
});

test("ports, countries and services change the earnings, and the live output says whose figures they are", () => {
  show();
  expect(screen.getByRole("status").getAttribute("aria-live")).toBe("polite");
  fireEvent.change(screen.getByLabelText("COM ports"), { target: { value: "32" } });
  expect(plain(output())).toContain("136,00 ₽ to 280,00 ₽");
  expect(plain(output())).toContain("4 080,00 ₽ to 8 400,00 ₽");
  fireEvent.click(screen.getByLabelText("WhatsApp"));
  expect(plain(output())).toContain("104,00 ₽ to 216,00 ₽");
  fireEvent.click(screen.getByLabelText("Philippines"));
  expect(output()).toContain("Partly from our own figures");
  fireEvent.click(screen.getByLabelText("Indonesia"));
  expect(output()).toContain("From assumed values");
  fireEvent.click(screen.getByLabelText("Philippines"));
  expect(output()).toContain("choose at least one country");
});

test.each(["15", "", "16.5", "sixteen", "100001"])(
  "%j ports are refused at the field, and nothing is estimated",
  (typed) => {
    show();
    fireEvent.change(screen.getByLabelText("COM ports"), { target: { value: typed } });
    expect(screen.getByLabelText("COM ports").getAttribute("aria-invalid")).toBe("true");
    expect(output()).not.toContain("₽");
  },
);

test.each(locales)("the calculator is shown in the words of %s", (locale) => {
  const { container } = show(locale);
  expect(container.textContent).not.toMatch(/partners\.|[{}]/);
});
