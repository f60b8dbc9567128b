import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PaymentView } from "#features/payments/payments.contract.ts";
import { TransferSteps } from "#features/payments/transfers/components/transfer-steps.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const pending: PaymentView = {
  id: 100_017,
  method: "support",
  methodName: "Transfer through support",
  screen: "support",
  amountKopecks: 700_050,
  charge: { amount: "7000.50", currency: "RUB" },
  state: "pending",
  stateText: "Waiting for payment",
  isOpen: true,
  received: null,
  takenBackKopecks: 0,
  redirectUrl: "/profile/pay/transfer/100017",
  service: null,
  country: null,
  goback: false,
  externalId: null,
  planned: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  expiresAt: "2026-11-28T10:00:00.000Z",
  creditedAt: null,
};
const transfer = { reference: "T100017X", note: "", receipt: "" };

function show(part: { initial?: PaymentView; details?: string | null; receipt?: string } = {}) {
  renderIsland(
    <TransferSteps
      initial={part.initial ?? pending}
      transfer={{ ...transfer, receipt: part.receipt ?? "" }}
      purchase={null}
      supportEmail="help@shop.example"
      details={part.details ?? null}
    />,
  );
}

test("it names the exact amount and the reference, and whom to ask", () => {
  fakeApi(() => ({ status: 200, body: pending }));
  show();
  expect(
    screen.getByText("7 000,50 ₽", { normalizer: (text) => text.replaceAll("\u00a0", " ") }),
  ).toBeTruthy();
  expect(screen.getByText("T100017X")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Write to support" }).getAttribute("href")).toBe(
    "mailto:help@shop.example?subject=Transfer%20T100017X",
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});

test("with configured details nobody has to ask", () => {
  fakeApi(() => ({ status: 200, body: pending }));
  show({ details: "Bank of Examples\nIBAN XX00 0000" });
  expect(screen.getByText(/IBAN XX00 0000/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Write to support" })).toBeNull();
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});

test("what the payer says of a transfer is sent, kept and said to be so; a failure loses nothing", async () => {
  let isAway = true;
  const requests = fakeApi(({ method }) => {
    if (method === "GET") return { status: 200, body: pending };
    return isAway ? refusal(503, "UNAVAILABLE", "Away") : { status: 200, body: { receipt: "No. 77" } };
  });
  show();
  const field = screen.getByLabelText("Number, bank and time of the transfer") as HTMLTextAreaElement;
  const button = screen.getByRole("button", { name: "Send to support" });
  expect(button).toHaveProperty("disabled", true);
  fireEvent.change(field, { target: { value: " No. 77 " } });
  fireEvent.click(button);
  await screen.findByText("Away");
  expect(field.value).toBe(" No. 77 ");
  isAway = false;
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  fireEvent.click(button);
  await screen.findByText("Saved. Support can see it.");
  expect(field.value).toBe("No. 77");
  const [, sent] = requests.filter(({ method }) => method === "PUT");
  expect(sent).toMatchObject({ path: "/payments/100017/receipt", body: { receipt: " No. 77 " } });
});

test("what is written on while an answer is under way stays in the field and can be sent, too", async () => {
  let keep = (_: { status: number; body: unknown }) => {};
  const kept = new Promise<{ status: number; body: unknown }>((resolve) => (keep = resolve));
  fakeApi(({ method }) => (method === "GET" ? { status: 200, body: pending } : kept));
  show();
  const field = screen.getByLabelText("Number, bank and time of the transfer") as HTMLTextAreaElement;
  const button = screen.getByRole("button", { name: "Send to support" });
  fireEvent.change(field, { target: { value: "No. 77" } });
  fireEvent.click(button);
  fireEvent.change(field, { target: { value: "No. 77, 14:05" } });
  keep({ status: 200, body: { receipt: "No. 77" } });
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
  expect(field.value).toBe("No. 77, 14:05");
  expect(button).toHaveProperty("disabled", false);
});

test.each<[Partial<PaymentView>, string]>([
  [{ state: "credited", isOpen: false }, "Payment successful"],
  [{ state: "failed", isOpen: false }, "Payment failed"],
  [{ state: "expired", isOpen: false }, "Not paid in time"],
  [{ state: "underpaid", received: { amount: "7000.00", currency: "RUB" } }, "Paid too little"],
])("%j: the page says what became of it", (part, title) => {
  const initial = { ...pending, redirectUrl: null, ...part };
  fakeApi(() => ({ status: 200, body: initial }));
  show({ initial });
  expect(screen.getByRole("heading").textContent).toBe(title);
});
