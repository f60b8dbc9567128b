import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { ClaimView } from "#features/payments/claims/claims.contract.ts";
import { InvoiceScreen } from "#features/payments/invoice/components/invoice-screen.island.tsx";
import type { InvoiceView } from "#features/payments/invoice/invoice.contract.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const TRANSACTION = "7c2d4206c03a883dd9066d6c839b2d2c8b8a2e1d1f3c9c4a5b6d7e8f90a1b2c3";
const ADDRESS = "TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh";

type Part = Partial<Omit<InvoiceView, "payment">> & { payment?: Partial<InvoiceView["payment"]> };

function invoiceOf({ payment = {}, ...part }: Part = {}): InvoiceView {
  return {
    payment: {
      id: 100_001,
      method: "tether",
      methodName: "Tether (USDT TRC-20)",
      screen: "invoice",
      amountKopecks: 200_000,
      charge: { amount: "24.541234", currency: "USDT" },
      state: "pending",
      stateText: "Waiting for payment",
      isOpen: true,
      received: null,
      takenBackKopecks: 0,
      redirectUrl: "/profile/pay/invoice/100001",
      service: null,
      country: null,
      goback: false,
      externalId: null,
      planned: null,
      createdAt: "2026-11-21T12:00:00.000Z",
      expiresAt: "2026-11-21T13:00:00.000Z",
      creditedAt: null,
      ...payment,
    } as InvoiceView["payment"],
    address: ADDRESS,
    amountUsdt: "24.541234",
    expiresAt: "2026-11-21T13:00:00.000Z",
    secondsLeft: 3_000,
    isSeen: false,
    otherTransfers: [],
    claimFeeUsd: 10,
    claims: [],
    ...part,
  };
}

const claim = {
  id: 5_001,
  state: "open" as const,
  stateText: "Being checked",
  transactionId: TRANSACTION,
  returnAddress: ADDRESS,
  returnAddressState: "usable" as ClaimView["returnAddressState"],
  returnRestsUntil: null as string | null,
  contact: "me@example.com",
  creditedKopecks: null,
  returnTransactionId: null,
  reason: null,
  createdAt: "2026-11-21T14:00:00.000Z",
  decidedAt: null,
};
const closed = (state: "underpaid" | "overpaid" | "expired" | "credited", isOpen = false) => ({
  state,
  isOpen,
});
const plain = () => (document.body.textContent ?? "").replaceAll("\u00a0", " ");
const show = (invoice: InvoiceView) =>
  renderIsland(<InvoiceScreen initial={invoice} qr={{ size: 21, path: "M0 0h1v1h-1z" }} purchase={null} />);

beforeEach(() => sessionStorage.clear());

describe("an invoice that can be paid", () => {
  test("shows the exact amount, the address, the code and the time, each to be copied as a wallet wants it", () => {
    fakeApi(() => ({ status: 200, body: invoiceOf() }));
    show(invoiceOf());
    expect(plain()).toContain("24,541234 USDT");
    expect(plain()).toContain(ADDRESS);
    expect(plain()).toContain("50:00 left");
    expect(screen.getByRole("img", { name: "QR code of the address" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy the amount" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy the address" })).toBeTruthy();
    expect(screen.getByText("Waiting for the transfer")).toBeTruthy();
  });

  test("says that the transfer is on the network before it is credited", () => {
    fakeApi(() => ({ status: 200, body: invoiceOf({ isSeen: true }) }));
    show(invoiceOf({ isSeen: true }));
    expect(screen.getByText("The transfer is on the network")).toBeTruthy();
  });
});

describe("what became of it, in plain words", () => {
  test.each([
    [
      "less",
      invoiceOf({
        payment: closed("underpaid", true),
        otherTransfers: [{ amountUsdt: "23.541234", match: "underpaid", at: "2026-11-21T12:10:00.000Z" }],
      }),
      "23,541234 USDT arrived instead of 24,541234 USDT. It was not credited. Do not send the rest",
    ],
    [
      "more",
      invoiceOf({
        payment: closed("overpaid"),
        otherTransfers: [{ amountUsdt: "25.541234", match: "overpaid", at: "2026-11-21T12:10:00.000Z" }],
      }),
      "25,541234 USDT arrived instead of 24,541234 USDT",
    ],
    [
      "late",
      invoiceOf({
        payment: closed("expired"),
        otherTransfers: [{ amountUsdt: "24.541234", match: "late", at: "2026-11-21T14:10:00.000Z" }],
      }),
      "24,541234 USDT arrived after this invoice had expired",
    ],
    ["nothing", invoiceOf({ payment: closed("expired") }), "Do not send anything to this invoice any more"],
    [
      "twice",
      invoiceOf({
        payment: closed("credited"),
        otherTransfers: [{ amountUsdt: "24.541234", match: "second", at: "2026-11-21T12:10:00.000Z" }],
      }),
      "Claim the second transfer of 24,541234 USDT",
    ],
  ] as const)("the payer is told what became of it: %s came", (_name, invoice, words) => {
    fakeApi(() => ({ status: 200, body: invoice }));
    show(invoice);
    expect(plain()).toContain(words);
    expect(screen.queryByRole("img", { name: "QR code of the address" })).toBeNull();
    expect(screen.getByRole("button", { name: "Send a claim" })).toBeTruthy();
  });

  test("exactly the amount: the money is on the balance, nothing is to be claimed", () => {
    const invoice = invoiceOf({ payment: closed("credited") });
    fakeApi(() => ({ status: 200, body: invoice }));
    show(invoice);
    expect(screen.getByRole("heading", { name: "Payment successful" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Send a claim" })).toBeNull();
  });
});

describe("the claim", () => {
  const expired = invoiceOf({ payment: closed("expired") });
  const openForm = () => fireEvent.click(screen.getByRole("button", { name: "Send a claim" }));
  const fill = (transaction: string, address: string, contact: string) => {
    fireEvent.change(screen.getByLabelText("Transaction id (TXID)"), { target: { value: transaction } });
    fireEvent.change(screen.getByLabelText("Address for a return"), { target: { value: address } });
    fireEvent.change(screen.getByLabelText("How to reach you"), { target: { value: contact } });
  };
  const send = () => fireEvent.click(screen.getByRole("button", { name: "Send the claim" }));

  test("tells the fee before it is sent, is sent once with a key, and then shows its state", async () => {
    let sent = false;
    const requests = fakeApi(({ method }) => {
      if (method === "POST") sent = true;
      if (method === "POST") return { status: 201, body: claim };
      return { status: 200, body: { ...expired, claims: sent ? [claim] : [] } };
    });
    show(expired);
    openForm();
    expect(plain()).toContain("Sending money back costs 10 USD");
    fill(`https://tronscan.org/#/transaction/${TRANSACTION}`, ADDRESS, "me@example.com");
    send();
    await screen.findByText("Claim 5001");
    expect(screen.getByText("Being checked")).toBeTruthy();
    const posts = requests.filter(({ method }) => method === "POST");
    expect(posts).toHaveLength(1);
    expect(posts[0]?.path).toBe("/payments/100001/claims");
    expect(posts[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("keeps the focus: on its first field once it is opened, and on its button once it is cancelled or sent", async () => {
    let sent = false;
    fakeApi(({ method }) => {
      if (method === "POST") sent = true;
      if (method === "POST") return { status: 201, body: claim };
      return { status: 200, body: { ...expired, claims: sent ? [claim] : [] } };
    });
    const expectFocus = (find: () => HTMLElement) =>
      waitFor(() => expect(document.activeElement).toBe(find()));
    const opener = () => screen.getByRole("button", { name: "Send a claim" });
    show(expired);
    openForm();
    await expectFocus(() => screen.getByLabelText("Transaction id (TXID)"));
    fireEvent.click(screen.getByRole("button", { name: "Not now" }));
    await expectFocus(opener);
    fireEvent.click(opener());
    await expectFocus(() => screen.getByLabelText("Transaction id (TXID)"));
    fill(TRANSACTION, ADDRESS, "me@example.com");
    send();
    await screen.findByText("Claim 5001");
    await expectFocus(opener);
  });

  test("is not sent with what cannot be right, and the words stand at the field", async () => {
    const requests = fakeApi(() => ({ status: 200, body: expired }));
    show(expired);
    openForm();
    fill("abc", "TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFi", "");
    send();
    await screen.findByText(/The transaction id has 64 characters/);
    expect(screen.getByText(/This is not an address on the Tron network/)).toBeTruthy();
    expect(screen.getByLabelText("How to reach you").getAttribute("aria-invalid")).toBe("true");
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("a refusal of the service stands at its field and loses nothing", async () => {
    const refused = refusal(409, "CLAIM_EXISTS", "There is already a claim about this transaction");
    fakeApi(({ method }) => (method === "POST" ? refused : { status: 200, body: expired }));
    show(expired);
    openForm();
    fill(TRANSACTION, ADDRESS, "me@example.com");
    send();
    await screen.findByText("There is already a claim about this transaction");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Transaction id (TXID)")));
    expect((screen.getByLabelText("How to reach you") as HTMLInputElement).value).toBe("me@example.com");
  });

  test("a new return address asks for the mailed code, and says then until when it rests", async () => {
    const unconfirmed = { ...claim, returnAddressState: "unconfirmed" as const };
    const rest = { returnAddressState: "resting" as const, returnRestsUntil: "2026-11-22T14:00:00.000Z" };
    let isConfirmed = false;
    const requests = fakeApi(({ method, path }) => {
      if (method === "POST" && path.endsWith("/confirm")) isConfirmed = true;
      const shown = isConfirmed ? { ...claim, ...rest } : unconfirmed;
      return { status: 200, body: method === "POST" ? shown : { ...expired, claims: [shown] } };
    });
    show({ ...expired, claims: [unconfirmed] });
    expect(plain()).toContain(`${ADDRESS} is new here`);
    fireEvent.click(screen.getByRole("button", { name: "Send a new code" }));
    await waitFor(() => expect(requests.at(-1)?.path).toBe("/payments/100001/claims/5001/code"));
    fireEvent.change(screen.getByLabelText("Code from the email"), { target: { value: " 123456 " } });
    fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    await screen.findByText(/no money is sent there before/);
    const sent = requests.find(({ path }) => path.endsWith("/confirm"));
    expect([sent?.path, sent?.body]).toEqual(["/payments/100001/claims/5001/confirm", { code: "123456" }]);
    expect(screen.queryByLabelText("Code from the email")).toBeNull();
  });

  test("an open claim is withdrawn at the second press, once, and one that is withdrawn offers nothing", async () => {
    let isWithdrawn = false;
    const withdrawn = { ...claim, state: "withdrawn" as const, stateText: "Withdrawn" };
    const requests = fakeApi(({ method, path }) => {
      if (method === "POST" && path.endsWith("/withdraw")) isWithdrawn = true;
      const shown = isWithdrawn ? withdrawn : claim;
      return { status: 200, body: method === "POST" ? shown : { ...expired, claims: [shown] } };
    });
    show({ ...expired, claims: [claim] });
    fireEvent.click(screen.getByRole("button", { name: "Withdraw the claim" }));
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Really withdraw it?" }));
    await screen.findByText("Withdrawn");
    const sent = requests.filter(({ method }) => method === "POST").map(({ path }) => path);
    expect(sent).toEqual(["/payments/100001/claims/5001/withdraw"]);
    expect(screen.queryByRole("button", { name: "Withdraw the claim" })).toBeNull();
  });

  test("what the staff decided is told with their words", () => {
    const rejected = {
      ...claim,
      state: "rejected" as const,
      stateText: "Rejected",
      reason: "No such transfer",
    };
    const credited = {
      ...claim,
      id: 5_002,
      state: "credited" as const,
      stateText: "Credited",
      creditedKopecks: 163_000,
    };
    const invoice = { ...expired, claims: [rejected, credited] };
    fakeApi(() => ({ status: 200, body: invoice }));
    show(invoice);
    expect(plain()).toContain("Our answer: No such transfer");
    expect(plain()).toContain("1 630,00 ₽ was credited to your balance");
  });
});
