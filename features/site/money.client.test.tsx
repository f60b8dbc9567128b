import { act, screen } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, expect, test } from "vitest";
import { Rate, RatedMoney } from "#components/ui/rated-money.island.tsx";
import { useMoneyText } from "#features/site/money.client.ts";
import { chooseCurrency } from "#features/site/site.client.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

afterEach(() => {
  for (const name of ["currency", "chosen-currency"]) cookie.remove(name, { path: "/" });
});

function Amounts({ kopecks }: { kopecks: number }) {
  const money = useMoneyText();
  return (
    <>
      <p title="both">{money.both(kopecks)}</p>
      <p title="one">{money.one(kopecks)}</p>
      <p title="drawn">
        <RatedMoney kopecks={kopecks} isSigned />
      </p>
    </>
  );
}

const shown = () =>
  ["both", "one", "drawn"].map((name) => screen.getByTitle(name).textContent?.replaceAll("\u00a0", " "));

test("an amount in a sentence begins with the currency that the visitor chose, at once", () => {
  renderIsland(
    <Rate value={80}>
      <Amounts kopecks={123_456} />
    </Rate>,
  );
  act(() => chooseCurrency("usd"));
  expect(shown()).toEqual(["$15,43 (1 234,56 ₽)", "$15,43", "+1 234,56 ₽ +$15,43"]);
  act(() => chooseCurrency("rub"));
  expect(shown()).toEqual(["1 234,56 ₽ ($15,43)", "1 234,56 ₽", "+1 234,56 ₽ +$15,43"]);
});

test("without a rate an amount is told in roubles alone, whatever was chosen", () => {
  renderIsland(<Amounts kopecks={-1_250} />);
  act(() => chooseCurrency("usd"));
  expect(shown()).toEqual(["−12,50 ₽", "−12,50 ₽", "−12,50 ₽"]);
});
