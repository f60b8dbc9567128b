import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { CorrectionList } from "#features/back-office/corrections/components/correction-list.island.tsx";
import { ProposeButton } from "#features/back-office/corrections/components/propose.island.tsx";
import type { CorrectionView } from "#features/back-office/corrections/corrections.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();
const anna = { id: 8, name: "Anna", email: "anna@example.com" };
const customer = { id: 7, name: "Person", email: "person@example.com" };

const correction: CorrectionView = {
  id: 7001,
  kind: "adjustment_debit",
  state: "proposed",
  user: customer,
  activationId: null,
  fine: null,
  amountKopecks: 2_500,
  reason: "paid twice",
  needsSecond: true,
  needsLead: false,
  isExpired: false,
  proposer: anna,
  decider: null,
  decisionNote: null,
  transferId: null,
  proposedAt: "2026-11-21T10:00:00.000Z",
  expiresAt: "2026-11-28T10:00:00.000Z",
  decidedAt: null,
  walletKopecks: 10_000,
  debtKopecks: 0,
  problem: null,
};

const page = (...items: CorrectionView[]) => ({ status: 200, body: { items, hasMore: false } });

beforeEach(() => useToasts.setState({ list: [] }));

test("before a signature the figures and both people are shown; a stale code is asked for and the call goes on with its key", async () => {
  let isFresh = false;
  const requests = fakeApi(({ method, path }) => {
    if (path.endsWith("/step-up")) {
      isFresh = true;
      return { status: 200, body: { status: "shown" } };
    }
    if (path === "/auth/passkeys") return { status: 200, body: { passkeys: [] } };
    if (method === "GET") return page(correction);
    return isFresh ? { status: 200, body: correction } : refusal(403, "STEP_UP_NEEDED", "Enter a code");
  });
  renderAtDesk(<CorrectionList staffId={9} maySign />);
  await user.click(await screen.findByRole("button", { name: "Sign and carry out" }));
  const dialog = await screen.findByRole("dialog");
  for (const text of ["100,00 ₽", "75,00 ₽", "anna@example.com", "You"]) {
    expect(within(dialog).getAllByText(text).length).toBeGreaterThan(0);
  }
  await user.click(within(dialog).getByRole("button", { name: /^Sign 25,00/ }));
  const proof = await screen.findByRole("dialog", { name: "Confirm with a code" });
  await user.type(within(proof).getByLabelText("Code"), "123456");
  await user.click(within(proof).getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(useToasts.getState().list.map(({ text }) => text)).toEqual(["Done"]));
  const calls = requests.filter(({ path }) => path === "/desk/corrections/7001/carry-out");
  expect(calls).toHaveLength(2);
  expect(new Set(calls.map(({ headers }) => headers["Idempotency-Key"])).size).toBe(1);
  expect(requests.find(({ path }) => path.endsWith("/step-up"))?.body).toEqual({ code: "123456" });
});

test("who gives no code has done nothing, and reads why", async () => {
  fakeApi(({ method, path }) => {
    if (path === "/auth/passkeys") return { status: 200, body: { passkeys: [] } };
    return method === "GET" ? page(correction) : refusal(403, "STEP_UP_NEEDED", "Enter a code to confirm.");
  });
  renderAtDesk(<CorrectionList staffId={9} maySign />);
  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "not so");
  await user.click(within(dialog).getByRole("button", { name: "Reject" }));
  const proof = await screen.findByRole("dialog", { name: "Confirm with a code" });
  await user.click(within(proof).getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Enter a code to confirm.")).toBeDefined();
  expect(useToasts.getState().list).toEqual([]);
});

test("one's own proposal has no signature, only the way back; support sees neither", async () => {
  fakeApi(() => page({ ...correction, problem: "same-person" }));
  const { unmount } = renderAtDesk(<CorrectionList staffId={anna.id} maySign />);
  expect(await screen.findByText("You proposed it: another person signs.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Sign and carry out" })).toBeNull();
  expect(screen.getByRole("button", { name: "Take back" })).toBeDefined();
  unmount();
  renderAtDesk(<CorrectionList staffId={3} maySign={false} />);
  await screen.findByText("paid twice");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a proposal says what the wallet will be, and needs amount and reason", async () => {
  const requests = fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { email: customer.email, wallet: { availableKopecks: 10_000 }, debtKopecks: 0 } }
      : { status: 201, body: correction },
  );
  renderAtDesk(<ProposeButton userId={7} />);
  await user.click(screen.getByRole("button", { name: "Propose a correction" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Propose a correction" }));
  expect(await within(dialog).findByText(/^Fill in every field/)).toBeDefined();
  await user.type(within(dialog).getByLabelText("Amount, ₽"), "1 000,50");
  await user.type(within(dialog).getByLabelText("Reason"), "goodwill");
  expect(await within(dialog).findByText("1 100,50 ₽")).toBeDefined();
  await user.click(within(dialog).getByRole("button", { name: /^Propose 1\s000,50/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requests.find(({ method }) => method === "POST")).toMatchObject({
    path: "/desk/corrections",
    body: { kind: "adjustment_credit", userId: 7, amountKopecks: 100_050, reason: "goodwill" },
  });
});
