import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { PayForm } from "#features/payments/pay-form/pay-form.island.tsx";
import { useTopUpDraft } from "#features/payments/payments.client.ts";
import type { MethodView } from "#features/payments/payments.contract.ts";
import { resendPauseMs, resendsMax } from "#lib/api/call-once.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { showPage } from "#lib/testing/show-page.ts";

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
const usd: MethodView = {
  ...method,
  id: "card",
  name: "Bank card",
  currency: "USD",
  rubPerUnit: "81.500000",
  maxPriceKopecks: 20_000_000,
};
const tether: MethodView = { ...usd, id: "tether", name: "Tether", screen: "invoice", currency: "USDT" };
const coupon: MethodView = { ...method, id: "alipay", name: "AliPay", screen: "coupon", currency: "CNY" };
const support: MethodView = { ...method, id: "support", name: "Support", screen: "support" };
const couponFacts = { minimumCny: 20, shopUrl: "https://shop.example/coupons" };
const assign = vi.fn();
const started = { status: 201, body: { id: 7, redirectUrl: "/test-gateway/pay/tp_1" } };

beforeEach(() => {
  sessionStorage.clear();
  assign.mockClear();
  vi.stubGlobal("location", { ...globalThis.location, assign });
});

function show(context = {}, methods = [method], bonusPreview: ReactNode = null, missingKopecks = 0) {
  renderIsland(
    <PayForm
      methods={methods}
      quickAmountsKopecks={[10_000, 50_000]}
      rubPerUsd={80}
      context={context}
      missingKopecks={missingKopecks}
      coupon={couponFacts}
      bonusPreview={bonusPreview}
    />,
  );
}
const choose = (name: RegExp) => fireEvent.click(screen.getByRole("radio", { name }));
const amountField = () => screen.getByLabelText("Amount, ₽");
const type = (text: string) => fireEvent.change(amountField(), { target: { value: text } });
/** Amounts are written with no-break spaces. */
const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");
const button = (name: string) => screen.getByRole("button", { name: (found) => plain(found) === name });
const submit = () => fireEvent.click(screen.getByRole("button", { name: /^Top up/ }));

test("the button says what it does, and the dollars stand beside", () => {
  show();
  expect(button("Top up")).toBeTruthy();
  type("1 000,50");
  expect(button("Top up 1 000,50 ₽")).toBeTruthy();
  expect(screen.getByText("About $12,51")).toBeTruthy();
  fireEvent.click(button("500 ₽"));
  expect(button("Top up 500 ₽")).toBeTruthy();
});

test.each([
  ["", "Required to fill in"],
  ["0", "The top-up amount must be greater than 0"],
  ["-5", "The top-up amount must be greater than 0"],
  ["9.99", "The minimum for this method is 10 ₽"],
  ["100000.01", "The maximum for this method is 100 000 ₽"],
  ["1e5", "Enter an amount such as 500 or 99,50"],
  ["12.345", "Enter an amount such as 500 or 99,50"],
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
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const requests = fakeApi(() => "offline");
  show();
  for (const amount of ["50", "50", "60"]) {
    const before = requests.length;
    type(amount);
    submit();
    // Sent again by itself first.
    await act(() => vi.advanceTimersByTimeAsync(resendsMax * resendPauseMs));
    await waitFor(() => expect(requests.length).toBe(before + 1 + resendsMax));
    await screen.findByRole("alert");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /^Top up / })).toHaveProperty("disabled", false),
    );
  }
  const keys = requests.map(({ headers }) => headers["Idempotency-Key"]);
  const ofOnePress = 1 + resendsMax;
  expect(new Set(keys.slice(0, 2 * ofOnePress)).size).toBe(1);
  expect(new Set(keys.slice(2 * ofOnePress)).size).toBe(1);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test("a refusal of the amount stands at the field, another one above the button", async () => {
  let answer = refusal(400, "AMOUNT_TOO_SMALL", "The minimum top-up is 20 ₽", { minPrice: "20" });
  fakeApi(() => answer);
  show();
  type("15");
  submit();
  await screen.findByText("The minimum top-up is 20 ₽");
  expect(amountField().getAttribute("aria-invalid")).toBe("true");
  answer = refusal(503, "PROVIDER_UNAVAILABLE", "The payment service does not answer");
  type("25");
  submit();
  await screen.findByText("The payment service does not answer");
  expect(amountField().getAttribute("aria-invalid")).toBeNull();
  expect(assign).not.toHaveBeenCalled();
});

test("what a method charges stands beside the amount, to the cent, before anything is paid", () => {
  show({}, [method, usd, tether]);
  type("500");
  expect(screen.getByText("About $6,25")).toBeTruthy();
  choose(/Bank card/);
  // 500 / 81.5 = 6.1349..., rounded up.
  expect(plain(screen.getByText(/^You pay (about )?\d/).textContent)).toBe("You pay 6,14 USD");
  choose(/Tether/);
  expect(plain(screen.getByText(/^You pay (about )?\d/).textContent)).toBe(
    "You pay about 6,13497 USDT. The exact amount is on the next page.",
  );
  expect((amountField() as HTMLInputElement).value).toBe("500");
});

test("another method asks anew whether the amount fits, once something was wrong", async () => {
  show({}, [method, usd]);
  type("150000");
  submit();
  expect(plain((await screen.findByRole("alert")).textContent)).toBe(
    "The maximum for this method is 100 000 ₽",
  );
  choose(/Bank card/);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("what another feature says about the amount follows it", () => {
  function Bonus() {
    const { method: id, amountKopecks } = useTopUpDraft();
    return <output>{`${id} ${amountKopecks}`}</output>;
  }
  show({}, [method, usd, coupon], <Bonus />);
  expect(screen.getByRole("status").textContent).toBe("test-gateway null");
  type("12,5");
  choose(/Bank card/);
  expect(screen.getByRole("status").textContent).toBe("card 1250");
});

test("a coupon asks for its code, says where to get one and brings the purchase along", async () => {
  const requests = fakeApi(() => ({ status: 201, body: { id: 9, amountKopecks: 25_000 } }));
  show({ service: "tg", externalId: "a:1" }, [method, coupon]);
  expect(screen.getByText("From 20 CNY")).toBeTruthy();
  choose(/AliPay/);
  expect(screen.getByRole("link", { name: "Buy a coupon" }).getAttribute("href")).toBe(couponFacts.shopUrl);
  fireEvent.change(screen.getByLabelText("Payment code"), { target: { value: " abcd-efgh " } });
  fireEvent.click(screen.getByRole("button", { name: "Redeem the code" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/success-payment?payment=9"));
  expect(requests[0]).toMatchObject({
    path: "/payments/coupons",
    body: { code: "abcd-efgh", service: "tg", externalId: "a:1" },
  });
});

test.each([
  [404, "COUPON_NOT_FOUND", "Coupon not found"],
  [400, "PAYMENT_CODE_INCORRECT", "Payment code is not correct"],
])("a code that is refused (%i %s) says so at the field", async (status, code, message) => {
  fakeApi(() => refusal(status, code, message));
  show({}, [coupon]);
  const field = screen.getByLabelText("Payment code");
  fireEvent.click(screen.getByRole("button", { name: "Redeem the code" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Required to fill in");
  fireEvent.change(field, { target: { value: "x" } });
  fireEvent.click(screen.getByRole("button", { name: "Redeem the code" }));
  await screen.findByText(message);
  expect(document.activeElement).toBe(field);
});

test("a pause after wrong codes stands above the button", async () => {
  fakeApi(() => refusal(429, "TOO_MANY_ATTEMPTS", "Too many attempts. Try again in 1 minute."));
  show({}, [coupon]);
  fireEvent.change(screen.getByLabelText("Payment code"), { target: { value: "x" } });
  fireEvent.click(screen.getByRole("button", { name: "Redeem the code" }));
  await screen.findByText("Too many attempts. Try again in 1 minute.");
  expect(screen.getByLabelText("Payment code").getAttribute("aria-invalid")).toBeNull();
});

test("large orders, from 100 numbers on, are shown the way through the support, with a note", async () => {
  const requests = fakeApi(() => ({
    status: 201,
    body: { id: 9, reference: "T9X", redirectUrl: "/profile/pay/transfer/9" },
  }));
  show({}, [method, support]);
  screen.getByText(/^Need 100 numbers or more/);
  fireEvent.click(screen.getByRole("button", { name: "Pay through support" }));
  type("7000");
  fireEvent.change(screen.getByLabelText("What it is for (optional)"), { target: { value: "150 numbers" } });
  fireEvent.click(screen.getByRole("button", { name: /^Get details:/ }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/profile/pay/transfer/9"));
  expect(requests[0]).toMatchObject({
    path: "/payments/transfers",
    body: { amountKopecks: 700_000, note: "150 numbers" },
  });
});

test("what is missing for a purchase stands in the amount already, and never less than the method takes", async () => {
  const requests = fakeApi(() => started);
  show({ service: "tg", country: "6" }, [method], null, 1_278);
  expect((amountField() as HTMLInputElement).value).toBe("12,78");
  submit();
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(requests[0]?.body).toMatchObject({ amountKopecks: 1_278 });
  cleanup();
  show({}, [method], null, 78);
  expect((amountField() as HTMLInputElement).value).toBe("10");
});

test("the amount stands before the ways to pay, and stays while they change", () => {
  show({}, [method, coupon, support]);
  const isBefore = amountField().compareDocumentPosition(screen.getAllByRole("radio")[0]!);
  expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  type("250");
  choose(/AliPay/);
  expect(screen.queryByLabelText("Amount, ₽")).toBeNull();
  choose(/Support/);
  expect((amountField() as HTMLInputElement).value).toBe("250");
});

test.each([
  ["an amount", { methods: [method], label: "Amount, ₽", text: "99", press: /^Top up/ }],
  ["a coupon", { methods: [coupon], label: "Payment code", text: "abcd", press: /^Redeem/ }],
] as const)(
  "the form of %s is busy while the next page opens, and can be sent again after the browser's Back",
  async (_, { methods, label, text, press }) => {
    fakeApi(() => ({ status: 201, body: { ...started.body, amountKopecks: 9_900 } }));
    show({}, [...methods]);
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
    const send = screen.getByRole("button", { name: press });
    fireEvent.click(send);
    await waitFor(() => expect(assign).toHaveBeenCalled());
    await showPage({ persisted: false });
    expect(send.getAttribute("aria-busy")).toBe("true");
    await showPage({ persisted: true });
    await waitFor(() => expect(send).toHaveProperty("disabled", false));
  },
);
