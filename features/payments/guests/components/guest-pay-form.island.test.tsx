import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { proofOfWork } from "#features/identity/captcha/gateway/proof-of-work.gateway.ts";
import { ClaimPaid } from "#features/payments/guests/components/claim-paid.island.tsx";
import { GuestPayForm } from "#features/payments/guests/components/guest-pay-form.island.tsx";
import { findSentMail } from "#features/payments/guests/guests.client.ts";
import type { MethodView } from "#features/payments/payments.contract.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { showPage } from "#lib/testing/show-page.ts";

const CARD: MethodView = {
  id: "card",
  name: "Card",
  screen: "redirect",
  marks: [],
  minPriceKopecks: 1_000,
  maxPriceKopecks: 10_000_000,
  currency: "RUB",
  rubPerUnit: null,
};
const assign = vi.fn<(path: string) => void>();
beforeEach(() => {
  assign.mockReset();
  sessionStorage.clear();
  vi.stubGlobal("location", { ...globalThis.location, assign });
});

function show(answer: Parameters<typeof fakeApi>[0]) {
  const requests = fakeApi(async (request) =>
    request.path === "/auth/captcha" ? { status: 200, body: await proofOfWork.task(0) } : answer(request),
  );
  renderIsland(
    <GuestPayForm
      methods={[CARD]}
      quickAmountsKopecks={[]}
      rubPerUsd={80}
      context={{ service: "tg", country: "6" }}
      priceKopecks={2_500}
    />,
  );
  return () => requests.filter(({ path }) => path === "/payments/guest");
}
const press = () => fireEvent.click(screen.getByRole("button", { name: /^Top up/ }));

function fill(email: string) {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.click(screen.getByRole("checkbox"));
}

test("a guest pays the number's price with an address, and the browser knows the mail on the way back", async () => {
  const body = { id: 7, redirectUrl: "https://pay.example/7", request: "r".repeat(43), resendSeconds: 60 };
  const sent = show(() => ({ status: 201, body }));
  fill("anna@example.com");
  press();
  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/7"));
  expect(sent().map((request) => request.body)).toMatchObject([
    { email: "anna@example.com", method: "card", amountKopecks: 2_500, service: "tg", country: "6" },
  ]);
  expect(findSentMail()).toEqual({
    email: "anna@example.com",
    request: "r".repeat(43),
    resendSeconds: 60,
  });
});

test("without an address, the agreement or the method's minimum nothing is sent", async () => {
  const sent = show(() => refusal(500, "INTERNAL", "never"));
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: "5" } });
  press();
  await screen.findByText(/The minimum for this method/);
  expect(screen.getAllByRole("alert").length).toBeGreaterThanOrEqual(3);
  expect(sent()).toEqual([]);
});

test("a refusal is told in words and leaves the form to be sent again", async () => {
  show(() => refusal(503, "PROVIDER_UNAVAILABLE", "The payment service does not answer."));
  fill("anna@example.com");
  press();
  await screen.findByText("The payment service does not answer.");
  expect(assign).not.toHaveBeenCalled();
});

test("what was paid leads on to its payment, and an account without any is told so", async () => {
  fakeApi(() => ({ status: 200, body: { paymentId: 7 } }));
  const { unmount } = renderIsland(<ClaimPaid />);
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/success-payment?payment=7"));
  unmount();
  fakeApi(() => ({ status: 200, body: { paymentId: null } }));
  renderIsland(<ClaimPaid />);
  await screen.findByText("No payment is waiting for this email address.");
});

test("a guest's form is busy while the payment page opens, and can be sent again after the browser's Back", async () => {
  const body = { id: 7, redirectUrl: "https://pay.example/7", request: "r".repeat(43), resendSeconds: 60 };
  show(() => ({ status: 201, body }));
  fill("anna@example.com");
  const send = screen.getByRole("button", { name: /^Top up/ });
  fireEvent.click(send);
  await waitFor(() => expect(assign).toHaveBeenCalled());
  await showPage({ persisted: false });
  expect(send.getAttribute("aria-busy")).toBe("true");
  await showPage({ persisted: true });
  await waitFor(() => expect(send).toHaveProperty("disabled", false));
});
