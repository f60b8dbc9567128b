import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { BatchList } from "#features/back-office/coupons/batch-list.island.tsx";
import type { BatchView } from "#features/back-office/coupons/coupons.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();
const at = "2026-11-25T10:00:00.000Z";
const lead = { id: 9, name: "Lead", email: "lead@example.com" };

const waiting: BatchView = {
  ...{ id: 7, method: "alipay", locale: "cn", count: 200, redeemedCount: 0, amountKopecks: 50_000 },
  ...{ priceFen: 4_500, note: "shop 7", createdBy: lead, approvedBy: null, createdAt: at },
  ...{ expiresAt: "2027-11-25T10:00:00.000Z", state: "waiting" },
};

function show(batch: BatchView, staffId: number) {
  const requests = fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { items: [batch], hasMore: false } }
      : { status: 200, body: { status: "approved" } },
  );
  renderAtDesk(<BatchList staffId={staffId} mayDecide mayCreate={false} />);
  return requests;
}

test("a large batch of coupons is approved by another person, who is shown what it credits in all", async () => {
  const requests = show(waiting, 11);
  await screen.findByText("Waits for a second person");
  await user.click(screen.getByRole("button", { name: "Approve the batch" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Reason"), "the shop asked");
  await user.click(dialog.getByRole("button", { name: /^Approve 100.?000/ }));
  await eventually(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({
        ...{ method: "POST", path: "/desk/coupon-batches/7/approve" },
        body: { reason: "the shop asked" },
      }),
    ),
  );
});

test.each([
  ["its maker", waiting, 9],
  ["anybody once it is approved", { ...waiting, state: "open", approvedBy: lead }, 11],
] as const)("a batch of coupons is not offered for approval to %s", async (_who, batch, staffId) => {
  show(batch, staffId);
  await screen.findByRole("button", { name: "End unused codes" });
  expect(screen.queryByRole("button", { name: "Approve the batch" })).toBeNull();
});
