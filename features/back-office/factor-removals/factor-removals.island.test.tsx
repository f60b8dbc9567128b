import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import type { FactorRemovalView } from "#features/back-office/factor-removals/factor-removals.contract.ts";
import { FactorRemovals } from "#features/back-office/factor-removals/factor-removals.island.tsx";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();
const anna = { id: 8, name: "Anna", email: "anna@example.com" };
const removal: FactorRemovalView = {
  id: 9001,
  state: "proposed",
  reason: "showed an identity card",
  isExpired: false,
  proposer: anna,
  decider: null,
  decisionReason: null,
  proposedAt: "2026-11-21T10:00:00.000Z",
  decidedAt: null,
  problem: null,
};

function renderPanel(props: { isRemovable?: boolean; maySign?: boolean } = {}) {
  const { isRemovable = true, maySign = true } = props;
  return renderAtDesk(
    <FactorRemovals id={7} email="person@example.com" isRemovable={isRemovable} maySign={maySign} />,
  );
}
const page = (...items: FactorRemovalView[]) => ({ status: 200, body: { items, hasMore: false } });
const PROPOSE = "Propose turning it off";

beforeEach(() => useToasts.setState({ list: [] }));

test("one of the staff proposes with a reason, and learns before it that another person has to sign", async () => {
  const asked = fakeApi(({ method }) => (method === "POST" ? { status: 201, body: removal } : page()));
  renderPanel();
  await user.click(await screen.findByRole("button", { name: PROPOSE }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Nothing changes before another person has signed it");
  await user.click(within(dialog).getByRole("button", { name: PROPOSE }));
  expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
  await user.type(within(dialog).getByLabelText("Reason"), "showed an identity card");
  await user.click(within(dialog).getByRole("button", { name: PROPOSE }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === "POST")).toMatchObject([
      { path: "/desk/people/7/factor-removals", body: { reason: "showed an identity card" } },
    ]),
  );
});

test("another of the staff signs with a reason of their own after reading what ends", async () => {
  const asked = fakeApi(({ method }) => (method === "POST" ? { status: 200, body: removal } : page(removal)));
  renderPanel();
  await user.click(await screen.findByRole("button", { name: "Sign and carry out" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("no withdrawal is approved for 7 days");
  await user.type(within(dialog).getByLabelText("Reason"), "called back");
  await user.click(within(dialog).getByRole("button", { name: "Sign and carry out" }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === "POST")).toMatchObject([
      { path: "/desk/factor-removals/9001/carry-out", body: { reason: "called back" } },
    ]),
  );
  expect(screen.queryByRole("button", { name: PROPOSE })).toBeNull();
});

test("who proposed it can only take it back, and who may not move money only looks", async () => {
  fakeApi(() => page({ ...removal, problem: "same-person" }));
  const own = renderPanel();
  expect(await screen.findByRole("button", { name: "Take back" })).toBeDefined();
  expect(screen.getByText("You proposed it: another person signs.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Sign and carry out" })).toBeNull();
  own.unmount();
  fakeApi(() => page(removal));
  renderPanel({ maySign: false });
  expect(await screen.findByText("showed an identity card")).toBeDefined();
  expect(screen.queryAllByRole("button", { name: /Sign|Reject|Propose/ })).toEqual([]);
});
