import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { buttonClasses } from "#components/ui/button.tsx";
import { SearchPopup } from "#features/activations/search/components/search-popup.island.tsx";
import type { OfferView } from "#features/pricing/offers.rules.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const over = {
  ...{ id: 50_001, state: "over", operator: "any", attempt: 30, attempts: 30, maxPriceKopecks: 1_000 },
  ...{ service: { code: "tg", name: "Telegram", icon: null }, seconds: 60, secondsLeft: 0, replace: null },
  ...{ country: { id: 6, iso2: "ID", name: "Indonesia", icon: "" }, activationId: null, quoted: null },
  ...{ steps: [{ afterSeconds: 0, maxPriceKopecks: 1_000 }], lowestKopecks: null, waitingFor: null },
  refusal: { code: "NO_NUMBERS", message: "Number not available. Try again" },
  ...{ createdAt: "2026-11-22T12:00:00.000Z", closedAt: "2026-11-22T12:01:00.000Z" },
};

const offer = (countryId: number, name: string, priceKopecks: number, count = 5): OfferView => ({
  ...{ countryId, name, slug: name.toLowerCase(), icon: null },
  ...{ priceKopecks, otherTierKopecks: null, personalKopecks: null, count, isScarce: false },
});
const offers = [
  offer(6, "Indonesia", 100),
  offer(151, "Chile", 900),
  offer(7, "Malaysia", 500, 0),
  offer(10, "Vietnam", 700),
  offer(4, "Philippines", 800),
  offer(16, "England", 2_000),
];

function renderOver(deliveries = {}, view: object = over) {
  fakeApi(() => ({ status: 200, body: { searches: [view] } }));
  const press = vi.fn();
  const onClose = vi.fn();
  renderIsland(
    <SearchPopup
      id={over.id}
      what="Telegram, Indonesia"
      rubPerUsd={null}
      others={{
        ...{ offers, deliveries },
        renderAction: ({ countryId }) => (
          <button type="button" onClick={() => press(countryId)}>
            Buy
          </button>
        ),
      }}
      onAgain={() => {}}
      onEnd={() => {}}
      onLeave={() => {}}
      onClose={onClose}
    />,
  );
  return { press, onClose };
}

const elsewhere = async () => {
  const section = await screen.findByRole("region", { name: "Countries that have numbers now" });
  return within(section).getAllByRole("listitem");
};

test("who found no number is offered three other countries that have some, the cheapest where no more is known", async () => {
  const { press } = renderOver();
  const rows = await elsewhere();
  expect(rows.map((row) => row.textContent)).toEqual(["VietnamBuy", "PhilippinesBuy", "ChileBuy"]);
  fireEvent.click(within(rows[1]!).getByRole("button"));
  expect(press).toHaveBeenCalledWith(4);
});

test("where it is known how countries have done, the best are offered to who found no number", async () => {
  renderOver({ 16: { percent: 99, medianSeconds: 9 }, 10: { percent: 20, medianSeconds: null } });
  const rows = await elsewhere();
  expect(rows[0]?.textContent).toBe("EnglandBuy");
});

test("a search that found nothing can be closed and is not stopped by it", async () => {
  const { onClose } = renderOver();
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("a search that a limit kept from buying ends with that limit's reason, and with no country where it is the same", async () => {
  const refusal = { code: "CHANNELS_LIMIT", message: "You've reached your limit of numbers." };
  renderOver({}, { ...over, refusal });
  const told = await screen.findByText(
    "Number not available. Try again. You've reached your limit of numbers.",
  );
  expect(told.getAttribute("role")).toBe("status");
  expect(screen.queryByText(/No number appeared/)).toBeNull();
  expect(screen.queryByRole("region")).toBeNull();
  screen.getByRole("button", { name: "Search again" });
});

test("the main button of a running search lets it run on, and the one that stops it is plain", async () => {
  renderOver({}, { ...over, state: "searching", attempt: 1, secondsLeft: 58, refusal: null, closedAt: null });
  const keep = await screen.findByRole("button", { name: "Keep searching in the background" });
  expect(keep.className).toBe(buttonClasses("accent"));
  expect(screen.getByText("Stop").closest("button")?.className).toBe(buttonClasses());
});
