import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AgentSale, AgentStanding } from "#features/licences/agents/agents.contract.ts";
import { SaleAgreement } from "#features/licences/components/sale-agreement.island.tsx";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const now = new Date().toISOString();
const agent: AgentStanding = {
  ...{ shareBasisPoints: 1_250, link: "https://shop.test/profile/software?agent=abcd1234" },
  agreement: { version: 3, text: "Sell honestly.", publishedAt: now, acceptedAt: null },
  ...{ salesCount: 2, soldKopecks: 200_000, earnedKopecks: 25_000 },
};
const sale: AgentSale = {
  ...{ id: 5, name: "Bulk sender", softwareType: "Automation", priceKopecks: 100_000, shareKopecks: 12_500 },
  ...{ isRenewal: true, soldAt: "2026-11-20T10:00:00.000Z" },
};

function show(standing: AgentStanding, sales: AgentSale[] = [sale]) {
  const requests = fakeApi(({ path }) =>
    path === "/licences/agent/sales"
      ? { status: 200, body: { sales, nextCursor: null } }
      : { status: 200, body: standing },
  );
  renderIsland(<SaleAgreement rubPerUsd={null} />);
  return requests;
}

test("an agent sees share, link, and of each sale name, software type, price, share and date", async () => {
  show(agent);
  const row = await screen.findByRole("row", { name: /Bulk sender/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Bulk sender (renewal)",
    "Automation",
    expect.stringMatching(/1.000/),
    expect.stringMatching(/125/),
    expect.stringMatching(/^11-20-2026 /),
  ]);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Name",
    "Software type",
    "Price",
    "Your share",
    "Purchase date",
  ]);
  screen.getByText(/agent=abcd1234/);
  screen.getByText("12,5%");
});

test("the table of sales, which scrolls on a phone, is reached by the keyboard", async () => {
  show(agent);
  const table = await screen.findByRole("table");
  expect(table.closest("section")?.tabIndex).toBe(0);
  screen.getByRole("region", { name: "Name, Software type, Price, Your share, Purchase date" });
});

test("the agreement is accepted by its version, and one that is accepted says when", async () => {
  const requests = show(agent);
  const accept = await screen.findByRole("button", { name: "Accept the agreement" });
  screen.getByText("Sell honestly.");
  await act(async () => void fireEvent.click(accept));
  const [posted] = requests.filter(({ method }) => method === "POST");
  expect([posted?.path, posted?.body]).toEqual(["/licences/agent/agreement", { version: 3 }]);
});

test("without an agreement or a share the page says that selling has not begun", async () => {
  show({ ...agent, agreement: null, shareBasisPoints: null, link: null }, []);
  await screen.findByText(/not published yet/);
  await screen.findByText("Nothing sold yet");
  screen.getByText("Not set yet. Staff set it.");
});

test("two hundred texts that would run a script stay texts in an agent's agreement and sales", async () => {
  const shown = async (words: (payload: string) => string) => {
    const text = words(xssPayloads.join("\n"));
    const sales = xssPayloads.map((payload, id) => ({
      ...{ ...sale, id, name: words(payload), softwareType: words(payload) },
    }));
    show({ ...agent, agreement: { version: 3, text, publishedAt: now, acceptedAt: null } }, sales);
    await eventually(() => expect(document.querySelectorAll("tbody tr")).toHaveLength(200));
    await screen.findByRole("button", { name: "Accept the agreement" });
    return skeletonOf(document.body);
  };
  const hostile = await shown((payload) => payload);
  cleanup();
  expect(hostile).toEqual(await shown(() => "words"));
}, 60_000);
