import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { PayForm } from "#features/payments/components/pay-form.island.tsx";
import type { MethodView } from "#features/payments/contract.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const method: MethodView = {
  id: "test-gateway",
  name: "Test card",
  screen: "redirect",
  marks: [],
  minPriceKopecks: 1_000,
  maxPriceKopecks: 10_000_000,
  currency: "RUB",
  rubPerUnit: null,
};
const assign = vi.fn();
const started = { status: 201, body: { id: 7, redirectUrl: "/test-gateway/pay/tp_1" } };

beforeEach(() => {
  sessionStorage.clear();
  assign.mockClear();
  vi.stubGlobal("location", { ...globalThis.location, assign });
});

function show(context = {}) {
  renderIsland(
    <PayForm methods={[method]} quickAmountsKopecks={[10_000, 50_000]} rubPerUsd={80} context={context} />,
  );
}
const amountField = () => screen.getByLabelText("Amount, RUB");
const type = (text: string) => fireEvent.change(amountField(), { target: { value: text } });
/** Amounts are written with no-break spaces. */
const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");
const button = (name: string) => screen.getByRole("button", { name: (found) => plain(found) === name });
const submit = () => fireEvent.click(screen.getByRole("button", { name: /^Top up/ }));

test("the button says what it does, and the dollars stand beside", () => {
  show();
  expect(button("Top up")).toBeTruthy();
  type("1 000,50");
  expect(button("Top up for 1 000,50 ₽")).toBeTruthy();
  expect(screen.getByText("About $12,51")).toBeTruthy();
  fireEvent.click(button("500 ₽"));
  expect(button("Top up for 500 ₽")).toBeTruthy();
});

test.each([
  ["", "Required to fill in"],
  ["0", "The top-up amount must be greater than 0"],
  ["-5", "The top-up amount must be greater than 0"],
  ["9.99", "The minimum for this method is 10 ₽"],
  ["100000.01", "The maximum for this method is 100 000 ₽"],
  ["1e5", "Enter an amount such as 500 or 99.50"],
  ["12.345", "Enter an amount such as 500 or 99.50"],
])("'%s' is stopped before anything is sent: %s", async (text, message) => {
  const requests = fakeApi(() => started);
  show();
  type(text);
  submit();
  expect(plain((await screen.findByRole("alert")).textContent)).toBe(message);
  expect(document.activeElement).toBe(amountField());
  expect(requests).toEqual([]);
});

test("exact kopecks and the purchase go out, then the payment page opens", async () => {
  const requests = fakeApi(() => started);
  show({ service: "tg", country: "6" });
  type("99,5");
  submit();
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/test-gateway/pay/tp_1"));
  expect(requests[0]).toMatchObject({
    method: "POST",
    path: "/payments",
    body: { method: "test-gateway", amountKopecks: 9_950, service: "tg", country: "6" },
  });
  expect(requests[0]?.headers["Idempotency-Key"]).toMatch(/^[\w-]{36}$/);
  expect(sessionStorage.length).toBe(0);
});

test("a lost answer is asked for again with the same key, another amount with a new one", async () => {
  const requests = fakeApi(() => "offline");
  show();
  for (const amount of ["50", "50", "60"]) {
    const before = requests.length;
    type(amount);
    submit();
    await waitFor(() => expect(requests.length).toBe(before + 1));
    await screen.findByRole("alert");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /^Top up for/ })).toHaveProperty("disabled", false),
    );
  }
  const keys = requests.map(({ headers }) => headers["Idempotency-Key"]);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a refusal of the amount stands at the field, another one above the button", async () => {
  let answer = refusal(400, "AMOUNT_TOO_SMALL", "The minimum top-up is 20 RUB", { minPrice: "20" });
  fakeApi(() => answer);
  show();
  type("15");
  submit();
  await screen.findByText("The minimum top-up is 20 RUB");
  expect(amountField().getAttribute("aria-invalid")).toBe("true");
  answer = refusal(503, "PROVIDER_UNAVAILABLE", "The payment service does not answer");
  type("25");
  submit();
  await screen.findByText("The payment service does not answer");
  expect(amountField().getAttribute("aria-invalid")).toBeNull();
  expect(assign).not.toHaveBeenCalled();
});
