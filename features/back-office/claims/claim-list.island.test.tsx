import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ClaimList } from "#features/back-office/claims/claim-list.island.tsx";
import type { ClaimView } from "#features/back-office/claims/claims.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();
const at = "2026-11-25T10:00:00.000Z";
const anna = { id: 11, name: "Anna", email: "anna@example.com" };

const signedClaim: ClaimView = {
  ...{ id: 5_001, state: "open", user: { id: 77, name: "Payer", email: "payer@example.com" } },
  ...{ paymentId: 100_017, paymentState: "underpaid", paymentKopecks: 200_000, chargeAmount: "24.540017" },
  ...{ transactionId: "ab".repeat(32), returnAddress: "TX", returnAddressState: "usable" },
  ...{ returnRestsUntil: null, contact: "me@example.com", otherClaims: 0, creditedKopecks: null },
  transfer: {
    ...{ match: "underpaid", paymentId: 100_017, fromAddress: "TX", amountMicro: 700_000_000, blockAt: at },
    ...{ worthKopecks: 5_705_000, worthLessFeeKopecks: 5_623_500 },
  },
  signatures: [{ by: anna, withFee: true, signedAt: at }],
  ...{ returnTransactionId: null, reason: null, decidedBy: null, decidedAt: null, createdAt: at },
};

test("a large claim shows the staff who would credit it and how much, before and while it is decided", async () => {
  fakeApi(() => ({ status: 200, body: { items: [signedClaim], hasMore: false } }));
  renderAtDesk(<ClaimList mayDecide />);
  const label = await screen.findByText("Anna would credit");
  expect(label.nextElementSibling?.textContent).toMatch(/56.?235/);
  await user.click(screen.getByRole("button", { name: "Credit it" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("First signature").nextElementSibling?.textContent).toBe("Anna");
  dialog.getByText(/Above the limit a second person must credit it in the same way/);
});
