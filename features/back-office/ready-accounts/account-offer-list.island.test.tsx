import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { AccountOfferList } from "#features/back-office/ready-accounts/account-offer-list.island.tsx";
import type { DeskOfferView } from "#features/back-office/ready-accounts/desk-ready-accounts.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();
const LONG = "An offer whose name is longer than any line has room for ".repeat(2).trim();
const offer: DeskOfferView = {
  ...{ id: 17, state: "on_sale", name: "Telegram, aged", groupName: "Session files", format: "session" },
  ...{ serviceId: 52, countryId: 6, registrationType: "auto", cloudPass: true, description: "<p>Fine</p>" },
  ...{ template: "login:password", priceKopecks: 1_050, minCount: 2, warrantyHours: 24 },
  service: { code: "tg", name: "Telegram", icon: null },
  country: { name: "Indonesia", icon: "/icons/flags/x.svg" },
  stock: { available: 1_234, held: 2, sold: 3, withdrawn: 4 },
  claims: { open: 1, accepted: 2 },
  ...{ seller: null, provenance: null, isBarred: false, isTakenDown: false },
  createdAt: "2026-11-25T10:00:00.000Z",
};
const telegram = {
  ...{ id: 52, external_id: "tg", service_external_id: "tg", name: "Telegram", slug: "telegram" },
  ...{ icon: null, icon_id: null, nameTranscriptionEnRu: "", nameTranscriptionRuEn: "", category: "other" },
};
const indonesia = { id: 6, name: "Indonesia", slug: "indonesia", icon: "/icons/flags/x.svg" };

type Shown = {
  items?: DeskOfferView[];
  mayChange?: boolean;
  locale?: Locale;
  write?: (request: FakeRequest) => ReturnType<typeof refusal>;
};

function show({ items = [offer], mayChange = true, locale = "en", write }: Shown = {}) {
  const requests = fakeApi((request) => {
    const { method, path } = request;
    if (method !== "GET") return write?.(request) ?? { status: 200, body: { id: 17 } };
    if (path === "/desk/services") return { status: 200, body: [telegram] };
    if (path === "/desk/prices")
      return { status: 200, body: { items: [{ country: indonesia, prices: null }] } };
    return { status: 200, body: { items, hasMore: false } };
  });
  const { container } = renderAtDesk(<AccountOfferList mayChange={mayChange} />, locale);
  return { container, written: () => requests.filter(({ method }) => method !== "GET") };
}

/** The dialog that a button opens. */
async function open(button: string) {
  await user.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
}

test("an offer is listed with its state, price and stock in numbers, and says when nobody can buy it", async () => {
  const empty = { ...offer, id: 18, name: LONG, stock: { ...offer.stock, available: 1 } };
  const { container } = show({ items: [offer, empty], mayChange: false });
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toMatch(/Telegram, aged No\. 17.*Indonesia.*10,50\u00a0₽On sale/);
  expect(first?.textContent).toContain("1\u00a0234 available · 2 held · 3 sold · 4 withdrawn");
  expect(first?.textContent).toContain("1 open · 2 accepted");
  expect(first?.textContent).not.toContain("Too few left to buy");
  expect(second?.textContent).toContain("Too few left to buy");
  expect(second?.textContent).toContain(LONG);
  expect(container.querySelector("button")).toBeNull();
});

test("a new offer is written with a service and a country that are searched for", async () => {
  const { written } = show({ items: [] });
  await screen.findByText("No offers match.");
  const dialog = await open("New offer");
  await user.type(dialog.getByRole("combobox", { name: "Find a service" }), "telegr{Enter}");
  await dialog.findByRole("button", { name: "Change Telegram" });
  await user.type(dialog.getByRole("searchbox", { name: "Find a country" }), "indo{Enter}");
  await dialog.findByRole("button", { name: "Change Indonesia" });
  await user.type(dialog.getByLabelText("Name"), "Fresh ones");
  await user.type(dialog.getByLabelText("Group"), "Fresh");
  await user.type(dialog.getByLabelText("Format"), "session");
  await user.type(dialog.getByLabelText("Price of one account, ₽"), "10,50");
  const press = () => user.click(dialog.getByRole("button", { name: "New offer" }));
  await press();
  await dialog.findByText(/Fill in every field/);
  expect(written()).toEqual([]);
  await user.type(dialog.getByLabelText("Reason"), "new stock");
  await press();
  await eventually(() => expect(written()).toHaveLength(1));
  const [call] = written();
  expect(call).toMatchObject({ path: "/desk/ready-accounts/offers", method: "POST" });
  expect(call?.body).toEqual({
    ...{ serviceId: 52, countryId: 6, groupName: "Fresh", name: "Fresh ones", registrationType: "" },
    ...{ format: "session", cloudPass: false, description: "", template: "login:password" },
    ...{ priceKopecks: 1_050, minCount: 1, warrantyHours: 24, reason: "new stock" },
  });
  expect(call?.headers["Idempotency-Key"]).toMatch(/^[\w-]{36}$/);
});

test("an offer that is changed keeps what is not touched", async () => {
  const { written } = show();
  const dialog = await open("Edit");
  const price = dialog.getByLabelText("Price of one account, ₽");
  await user.clear(price);
  await user.type(price, "12");
  await user.type(dialog.getByLabelText("Reason"), "dearer");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const {
    id: _,
    state: _s,
    service: _v,
    country: _c,
    stock: _k,
    claims: _l,
    createdAt: _a,
    seller: _o,
    provenance: _p,
    isBarred: _b,
    isTakenDown: _d,
    ...terms
  } = offer;
  await eventually(() =>
    expect(written().map(({ path, body }) => [path, body])).toEqual([
      ["/desk/ready-accounts/offers/17/edit", { ...terms, priceKopecks: 1_200, reason: "dearer" }],
    ]),
  );
});

test("a list with wrong lines is named line by line, and what the good ones brought is said", async () => {
  const report = { addedCount: 1, refusedCount: 1, refused: [{ line: 2, problem: "duplicate" }] };
  const { written } = show({
    write: ({ body }) =>
      (body as { skipsRefused: boolean }).skipsRefused
        ? { status: 200, body: report }
        : refusal(422, "STOCK_LINES_WRONG", "Some lines cannot be added", {
            count: 101,
            lines: [
              { line: 2, problem: "duplicate" },
              { line: 1_200, problem: "fields" },
            ],
          }),
  });
  const dialog = await open("Add accounts");
  expect(dialog.getByText(/as in the template: login:password/)).toBeTruthy();
  await user.type(dialog.getByLabelText("Accounts, one per line"), "anna:one{Enter}bob:two");
  await user.type(dialog.getByLabelText("Reason"), "new stock");
  const press = () => user.click(dialog.getByRole("button", { name: "Add accounts" }));
  await press();
  await dialog.findByText("Line 2: this account is in stock or was sold already");
  dialog.getByText("Line 1 200: the number of fields differs from the template");
  dialog.getByText("And 99 more.");
  await user.click(dialog.getByRole("checkbox"));
  await press();
  const status = await screen.findByText("1 account added");
  expect(status.parentElement?.textContent).toContain("1 line was not added");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(written().at(-1)).toMatchObject({
    path: "/desk/ready-accounts/offers/17/stock",
    body: { text: "anna:one\nbob:two", expiresAt: null, skipsRefused: true, reason: "new stock" },
  });
});

test.each([
  ["Stop selling", "/desk/ready-accounts/offers/17/step", { step: "stop", reason: "a reason" }],
  ["Withdraw unsold accounts", "/desk/ready-accounts/offers/17/withdraw-stock", { reason: "a reason" }],
])("%s asks for a reason first", async (button, path, body) => {
  const { written } = show();
  const dialog = await open(button);
  await user.type(dialog.getByLabelText("Reason"), "a reason");
  await user.click(dialog.getByRole("button", { name: button }));
  await eventually(() => expect(written().map((call) => [call.path, call.body])).toEqual([[path, body]]));
});

test("a draft without stock is put on sale, and nothing can be withdrawn from it", async () => {
  show({ items: [{ ...offer, state: "draft", stock: { available: 0, held: 0, sold: 0, withdrawn: 0 } }] });
  await screen.findByRole("button", { name: "Put on sale" });
  expect(screen.queryByRole("button", { name: /Withdraw|Stop/ })).toBeNull();
});

test.each(locales)("the offers are in the words of %s", async (locale) => {
  const { container } = show({ locale });
  await screen.findByText("Telegram, aged");
  expect(container.textContent).not.toMatch(/backOffice\.|accountOffers\.|readyAccounts\.|\{/);
});
