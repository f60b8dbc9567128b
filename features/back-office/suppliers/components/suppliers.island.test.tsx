import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { SupplierPage } from "#features/back-office/suppliers/components/supplier-page.island.tsx";
import { SupplierList } from "#features/back-office/suppliers/supplier-list.island.tsx";
import type { SupplierDetails, SupplierView } from "#features/back-office/suppliers/suppliers.contract.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();

const line: SupplierView = {
  ...{
    id: 3,
    code: "sim-bank",
    name: "SIM bank",
    kind: "agent",
    state: "active",
    healthy: true,
    isFull: false,
    isOutOfMoney: false,
  },
  ...{
    circuitState: "closed",
    lastSuccessAt: "2026-11-21T10:00:00.000Z",
    lastFailureAt: null,
    lastError: null,
  },
  ...{ penaltyUntil: null, penaltyReason: null, looseTypesAt: null, looseTypes: null },
  ...{ toldCount: 12_345, onSaleCount: 12_000, provenCount: 11_000 },
  ...{ noNumbersPercent: 12.5, meanAnswerMs: 420, unusableCount: 3 },
};
const whole: SupplierDetails = {
  ...line,
  ...{ baseUrl: "https://agent.example/", honoursClientId: true, rents: false, openMax: 50 },
  ...{ defaultCostKopecks: 750, countries: [{ word: "kenya", name: "Kenya" }], services: [], operators: [] },
  ...{ createdAt: "2026-11-20T10:00:00.000Z", endedAt: null, rentCount: 0, costsCount: 3, hourCostsCount: 0 },
  ...{ retiredKeys: [], wordTable: null, costFloorKopecks: null, costCeilingKopecks: null },
  ...{ currency: null, rateKopecks: null, balanceCents: null, balanceMinCents: null, balanceAt: null },
  owner: { id: 17, name: "Partner", email: "partner@example.com" },
};

const page = (...items: SupplierView[]) => ({ status: 200, body: { items, hasMore: false } });
const noCosts = { status: 200, body: { items: [], hasMore: false } };
const cost = (name: string, service: string | null) => ({
  ...{
    kind: service === null ? "hour" : "sms",
    country: { word: name.toLowerCase(), name },
    costKopecks: 950,
  },
  service: service === null ? null : { word: service, name: service },
});
const everyRight = { mayChange: true, mayEnd: true };

beforeEach(() => useToasts.setState({ list: [] }));

test("the list says of each supplier what it has told, what is on sale, and why it sells nothing", async () => {
  const name = "A".repeat(80);
  fakeApi(() =>
    page(
      line,
      {
        ...line,
        id: 2,
        code: "broken",
        name,
        healthy: false,
        circuitState: "open",
        lastError: "HTTP 500 ".repeat(30),
      },
      { ...line, id: 1, code: "full", name: "Full", isFull: true },
      { ...line, id: 4, code: "gone", name: "Gone", state: "ended" },
    ),
  );
  renderAtDesk(<SupplierList mayChange={false} />);
  const rows = await screen.findAllByRole("listitem");
  expect(rows).toHaveLength(4);
  expect(within(rows[0]!).getByText("Answers")).toBeDefined();
  expect(rows[0]!.textContent).toMatch(/12\s000 of 12\s345 on sale/);
  expect(rows[0]!.textContent).toMatch(/11\s000 proven · 12,5% without a number · 0,42 s · 3 unusable/);
  expect(within(rows[1]!).getByText("Does not answer")).toBeDefined();
  expect(within(rows[1]!).getByText(/Open: it is not asked/)).toBeDefined();
  expect(within(rows[2]!).getByText("As many orders as it may have")).toBeDefined();
  expect(within(rows[3]!).getByText("Ended", { selector: "span *, span" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Add a supplier" })).toBeNull();
});

test("another shop with too little of our money says so in the list and on its page, with what is left", async () => {
  const short = { kind: "upstream", isOutOfMoney: true, healthy: false } as const;
  fakeApi(() => page({ ...line, ...short }));
  const { unmount } = renderAtDesk(<SupplierList mayChange={false} />);
  expect(await screen.findByText("Balance too low: sells nothing")).toBeDefined();
  unmount();
  const money = { currency: "USD", rateKopecks: 9_250, balanceCents: 1_715, balanceMinCents: 5_000 } as const;
  const shop = { ...whole, ...short, ...money, balanceAt: "2026-11-21T10:00:00.000Z" };
  fakeApi(({ path }) => (path.endsWith("/costs") ? noCosts : { status: 200, body: shop }));
  renderAtDesk(<SupplierPage code="sim-bank" rights={everyRight} />);
  expect(await screen.findByText(/17,15 USD/)).toBeDefined();
  expect(screen.getByText("50,00 USD")).toBeDefined();
  expect(screen.getAllByText(/Balance too low: sells nothing/).length).toBeGreaterThan(0);
  expect(screen.queryByText("Its numbers may be rented")).toBeNull();
});

test("a list that cannot be read offers to try again, and an empty one says so", async () => {
  let isDown = true;
  fakeApi(() => (isDown ? refusal(503, "SERVER_ERROR", "Not now") : page()));
  renderAtDesk(<SupplierList mayChange />);
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  isDown = false;
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText("No supplier fits.")).toBeDefined();
});

test("a supplier that is taken on shows its key until it is saved", async () => {
  const requests = fakeApi(({ method }) =>
    method === "GET" ? page() : { status: 201, body: { supplier: whole, key: "sup_secret" } },
  );
  renderAtDesk(<SupplierList mayChange />);
  await user.click(screen.getByRole("button", { name: "Add a supplier" }));
  const dialog = await screen.findByRole("dialog");
  const submit = within(dialog).getByRole("button", { name: "Add a supplier" });
  await user.click(submit);
  expect(await within(dialog).findByText(/^Fill in every field/)).toBeDefined();
  await user.type(within(dialog).getByLabelText("Code"), "SIM bank-2");
  await user.type(within(dialog).getByLabelText("Name"), "SIM bank");
  await user.type(within(dialog).getByLabelText("Address (https)"), "https://agent.example/");
  await user.type(within(dialog).getByLabelText("Countries it may sell"), "kenya, 6");
  await user.type(within(dialog).getByLabelText("Cost of a number without a cost of its own, ₽"), "7,5");
  await user.type(within(dialog).getByLabelText("Reason"), "a new partner");
  await user.click(submit);
  expect(await screen.findByText("sup_secret")).toBeDefined();
  expect(requests.find(({ method }) => method === "POST")).toMatchObject({
    path: "/desk/suppliers",
    headers: { "Idempotency-Key": expect.any(String) },
    body: {
      ...{ code: "simbank-2", kind: "agent", name: "SIM bank", baseUrl: "https://agent.example/" },
      ...{ countries: ["kenya", "6"], services: [], defaultCostKopecks: 750, openMax: null, rents: true },
      reason: "a new partner",
    },
  });
  await user.click(screen.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText("sup_secret")).toBeNull();
});

test("every line of a list of costs that is wrong is named, and the list stays", async () => {
  const lines = [
    { line: 2, problem: "country", text: "atlantis" },
    { line: 5, problem: "cost", text: "-1" },
  ];
  fakeApi(({ method, path }) => {
    if (path.endsWith("/costs") && method === "GET") return noCosts;
    return method === "GET"
      ? { status: 200, body: whole }
      : {
          status: 400,
          body: {
            message: "Nothing was changed.",
            error: { code: "SUPPLIER_COSTS_WRONG", details: { lines } },
          },
        };
  });
  renderAtDesk(<SupplierPage code="sim-bank" rights={everyRight} />);
  await user.click(await screen.findByRole("button", { name: "Set costs" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("List"), "atlantis,tg,1");
  await user.type(within(dialog).getByLabelText("Reason"), "agreed");
  await user.click(within(dialog).getByRole("button", { name: "Set costs" }));
  expect(await within(dialog).findByText("Line 2: unknown country (atlantis)")).toBeDefined();
  expect(within(dialog).getByText(/^Line 5: no amount/)).toBeDefined();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>("List").value).toBe("atlantis,tg,1");
});

test("everybody of the staff may pause, and only who may sees more; one that has ended offers nothing", async () => {
  const requests = fakeApi(({ path }) => (path.endsWith("/costs") ? noCosts : { status: 200, body: whole }));
  const { unmount } = renderAtDesk(
    <SupplierPage code="sim-bank" rights={{ mayChange: false, mayEnd: false }} />,
  );
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "a breakdown");
  await user.click(within(dialog).getByRole("button", { name: "Pause" }));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "POST")).toMatchObject({
      path: "/desk/suppliers/sim-bank/pause",
      body: { reason: "a breakdown" },
    }),
  );
  unmount();
  const ended = { ...whole, state: "ended", endedAt: "2026-11-22T10:00:00.000Z" };
  fakeApi(({ path }) => (path.endsWith("/costs") ? noCosts : { status: 200, body: ended }));
  renderAtDesk(<SupplierPage code="sim-bank" rights={everyRight} />);
  await screen.findByText("https://agent.example/");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a partner who owns the supplier is named, and costs are listed by country and service", async () => {
  const requests = fakeApi(({ path, query }) => {
    if (path === "/desk/suppliers/sim-bank") return { status: 200, body: whole };
    if (query.word === "nowhere") return noCosts;
    return { status: 200, body: { items: [cost("Kenya", "Telegram"), cost("Kenya", null)], hasMore: true } };
  });
  renderAtDesk(<SupplierPage code="sim-bank" rights={everyRight} />);
  expect(await screen.findByText(/^Kenya, Telegram/)).toBeDefined();
  const owner = screen.getByRole("link", { name: "partner@example.com" });
  expect(owner.getAttribute("href")).toMatch(/\/desk\/people\/17$/);
  expect(screen.getByText(/^Kenya, the whole number/)).toBeDefined();
  expect(screen.getByText(/^There are more/)).toBeDefined();
  await user.type(screen.getByLabelText("Country or service"), "nowhere");
  expect(await screen.findByText("No cost is set for this.")).toBeDefined();
  expect(requests.at(-1)).toMatchObject({
    path: "/desk/suppliers/sim-bank/costs",
    query: { word: "nowhere" },
  });
});

test("a cost is removed by who moves money, after a look at what that means", async () => {
  const requests = fakeApi(({ method, path }) => {
    if (method === "GET" && path.endsWith("/costs")) {
      return { status: 200, body: { items: [cost("Kenya", "Telegram")], hasMore: false } };
    }
    return { status: 200, body: whole };
  });
  const { unmount } = renderAtDesk(
    <SupplierPage code="sim-bank" rights={{ mayChange: false, mayEnd: false }} />,
  );
  await screen.findByText(/^Kenya, Telegram/);
  expect(screen.queryByRole("button", { name: /^Remove the cost/ })).toBeNull();
  unmount();
  renderAtDesk(<SupplierPage code="sim-bank" rights={everyRight} />);
  await user.click(await screen.findByRole("button", { name: "Remove the cost of Kenya, Telegram" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/leave the lists at once/)).toBeDefined();
  await user.type(within(dialog).getByLabelText("Reason"), "a typing error");
  await user.click(within(dialog).getByRole("button", { name: "Remove cost" }));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "POST")).toMatchObject({
      path: "/desk/suppliers/sim-bank/costs/remove",
      body: { kind: "sms", country: "kenya", service: "Telegram", reason: "a typing error" },
    }),
  );
});
