import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { ShareForm } from "#features/payments/withdrawals/components/share-form.island.tsx";
import { UnusedTopUps } from "#features/payments/withdrawals/components/unused-top-ups.island.tsx";
import { WithdrawalList } from "#features/payments/withdrawals/components/withdrawal-list.island.tsx";
import type {
  WithdrawalMethodView,
  WithdrawalOptions,
  WithdrawalView,
} from "#features/payments/withdrawals/withdrawals.contract.ts";
import { resendsMax } from "#lib/api/call-once.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const balance: WithdrawalMethodView = {
  method: "balance",
  name: "To the balance",
  minKopecks: 9_900,
  feeKopecks: 0,
  currency: "RUB",
  rubPerUnit: null,
};
const usdt: WithdrawalMethodView = {
  method: "usdt",
  name: "USDT (TRC-20)",
  minKopecks: 815_000,
  feeKopecks: 8_150,
  currency: "USDT",
  rubPerUnit: "81.500000",
};
const share = (part: Partial<WithdrawalOptions> = {}): WithdrawalOptions => ({
  source: "referral",
  availableKopecks: 1_000_000,
  heldKopecks: 0,
  bonusKopecks: 0,
  methods: [usdt, balance],
  topUps: [],
  blockedBy: null,
  restsUntil: null,
  ...part,
});
const withdrawal = (part: Partial<WithdrawalView> = {}): WithdrawalView => ({
  id: 700_001,
  source: "referral",
  method: "balance",
  methodName: "To the balance",
  state: "requested",
  stateText: "Waiting for approval",
  reason: null,
  amountKopecks: 9_900,
  feeKopecks: 0,
  bonusKopecks: 0,
  payout: { amount: "99.00", currency: "RUB" },
  requisites: null,
  comment: null,
  paymentId: null,
  transactionId: null,
  canCancel: true,
  createdAt: "2026-11-21T12:00:00.000Z",
  closedAt: null,
  restsUntil: null,
  ...part,
});
const plain = (text: string | null | undefined) => text?.replaceAll("\u00a0", " ");

beforeEach(() => sessionStorage.clear());

describe("taking a share", () => {
  test("tells minimum, fee, rate and what arrives before anything is sent", async () => {
    renderIsland(<ShareForm initial={share()} />);
    expect(screen.getByText(/^From 100 USDT, that is/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Amount, ₽"), "8231,50");
    const facts = screen.getByText("Arrives").closest("dl");
    expect(plain(facts?.textContent)).toBe("Fee81,50 ₽Rate1 USDT = 81,50 ₽Arrives100,00 USDT");
  });

  test("says before anything is sent until when no money goes to an address, and nothing of it for the balance", async () => {
    renderIsland(<ShareForm initial={share({ restsUntil: "2026-11-28T12:00:00.000Z" })} />);
    const told = screen.getByText(/^The email or two-factor authentication of your account was changed/);
    expect(told.textContent).toMatch(/before 11-28-2026 \d\d:\d\d\. You can ask for the withdrawal now\.$/);
    await userEvent.click(screen.getByRole("button", { name: "To the balance" }));
    expect(screen.queryByText(/two-factor authentication/)).toBeNull();
  });

  test("a wrong amount and a missing address are named, and nothing is sent", async () => {
    const requests = fakeApi(() => "offline");
    renderIsland(<ShareForm initial={share()} />);
    await userEvent.type(screen.getByLabelText("Amount, ₽"), "100");
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    const alerts = (await screen.findAllByRole("alert")).map((alert) => plain(alert.textContent));
    expect(alerts[0]).toBe("The minimum is 8 150 ₽");
    expect(alerts).toHaveLength(2);
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("money that has become available since the page was made can be taken out with the first press", async () => {
    const methods = [{ ...balance, minKopecks: 10 }];
    const requests = fakeApi(({ method }) =>
      method === "POST"
        ? { status: 201, body: withdrawal({ source: "store" }) }
        : { status: 200, body: share({ source: "store", methods, availableKopecks: 16_000 }) },
    );
    renderIsland(<ShareForm initial={share({ source: "store", methods, availableKopecks: 0 })} detailed />);
    await userEvent.type(screen.getByLabelText("Amount, ₽"), "160");
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    await waitFor(() =>
      expect(requests.find(({ method }) => method === "POST")?.body).toMatchObject({ amountKopecks: 16_000 }),
    );
  });

  test("more than is there now is refused by what is there now, and nothing is sent", async () => {
    const methods = [balance];
    const requests = fakeApi(() => ({ status: 200, body: share({ methods, availableKopecks: 12_000 }) }));
    renderIsland(<ShareForm initial={share({ methods, availableKopecks: 11_000 })} />);
    await userEvent.type(screen.getByLabelText("Amount, ₽"), "130");
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    expect(plain((await screen.findByRole("alert")).textContent)).toBe("Not more than 120 ₽");
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("a lost answer is asked for again with the same key", async () => {
    let lost = 1 + resendsMax;
    const requests = fakeApi(({ method }) => {
      if (method !== "POST") return { status: 200, body: share({ methods: [balance] }) };
      lost -= 1;
      if (lost >= 0) return "offline";
      return { status: 201, body: withdrawal() };
    });
    renderIsland(<ShareForm initial={share({ methods: [balance] })} />);
    await userEvent.type(screen.getByLabelText("Amount, ₽"), "99");
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    await screen.findByRole("alert", {}, { timeout: 9_000 });
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    const posts = requests.filter(({ method }) => method === "POST");
    expect(posts).toHaveLength(1 + resendsMax + 1);
    expect(new Set(posts.map(({ headers }) => headers["Idempotency-Key"])).size).toBe(1);
    expect(posts[0]?.body).toEqual({ source: "referral", method: "balance", amountKopecks: 9_900 });
  });

  test("a partner chooses the currency and writes a comment; what is missing is asked for in one sentence", async () => {
    const requests = fakeApi(({ method }) =>
      method === "POST"
        ? { status: 201, body: withdrawal({ source: "partner" }) }
        : { status: 200, body: share({ source: "partner" }) },
    );
    renderIsland(<ShareForm initial={share({ source: "partner" })} detailed />);
    await userEvent.click(screen.getByRole("button", { name: "Roubles" }));
    expect(screen.queryByLabelText("TRC-20 address")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "USDT" }));
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    expect(await screen.findByText("Fill in all required fields")).toBeTruthy();
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Roubles" }));
    await userEvent.type(screen.getByLabelText("Amount, ₽"), "99");
    await userEvent.type(screen.getByLabelText("Comment (optional)"), " before Friday ");
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    await waitFor(() =>
      expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
        source: "partner",
        method: "balance",
        amountKopecks: 9_900,
        comment: "before Friday",
      }),
    );
  });

  test("a partner with too little may press the button too: it says what is missing, then the minimum, and sends nothing", async () => {
    const requests = fakeApi(() => "offline");
    const little = share({ source: "partner", availableKopecks: 500, methods: [balance] });
    renderIsland(<ShareForm initial={little} detailed />);
    await userEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText("Fill in all required fields")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Amount, ₽"), "5");
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    await waitFor(() => expect(screen.queryByText("Fill in all required fields")).toBeNull());
    expect(plain(screen.getByRole("alert").textContent)).toBe("The minimum is 99 ₽");
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("what the server says about the address stands at the address", async () => {
    fakeApi(({ method }) =>
      method === "POST"
        ? refusal(400, "REQUISITES_INVALID", "Check the card number or the address")
        : { status: 200, body: share() },
    );
    renderIsland(<ShareForm initial={share()} />);
    await userEvent.type(screen.getByLabelText("Amount, ₽"), "9000");
    await userEvent.type(screen.getByLabelText("TRC-20 address"), "Twrong");
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw/ }));
    expect((await screen.findByRole("alert")).id).toBe("withdraw-destination-error");
  });

  test("with too little the button rests and says from when; a debt says why nothing goes", () => {
    const { unmount } = renderIsland(
      <ShareForm initial={share({ availableKopecks: 500, methods: [balance] })} />,
    );
    expect(screen.getByRole("button", { name: "Withdraw" }).hasAttribute("disabled")).toBe(true);
    expect(plain(screen.getByText(/^Possible from/).textContent)).toBe("Possible from 99 ₽.");
    unmount();
    renderIsland(<ShareForm initial={share({ blockedBy: "debt" })} />);
    expect(screen.getByText(/reversed by its payment provider/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("a new card or address", () => {
  test("takes the mailed code in the list, says what is wrong with it, and then when money may go", async () => {
    const waiting = withdrawal({ state: "unconfirmed", stateText: "Waiting for the code from the email" });
    let shown = waiting;
    const requests = fakeApi(({ method, path, body }) => {
      if (method !== "POST") return { status: 200, body: { withdrawals: [shown], hasMore: false } };
      expect(path).toBe("/withdrawals/700001/confirm");
      if ((body as { code: string }).code !== "123456") {
        return refusal(403, "REQUISITES_CODE_WRONG", "The code is not right. 4 tries are left.");
      }
      shown = withdrawal({ restsUntil: "2026-11-23T12:00:00.000Z" });
      return { status: 200, body: shown };
    });
    const initial = { withdrawals: [waiting], hasMore: false };
    renderIsland(<WithdrawalList source="referral" initial={initial} locale="en" />);
    await userEvent.type(screen.getByLabelText("Code from the email"), "654321");
    await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect((await screen.findByRole("alert")).textContent).toBe("The code is not right. 4 tries are left.");
    await userEvent.clear(screen.getByLabelText("Code from the email"));
    await userEvent.type(screen.getByLabelText("Code from the email"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
    await screen.findByText(/Nothing is sent before .*2026/);
    expect(screen.queryByLabelText("Code from the email")).toBeNull();
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(2);
  });
});

describe("unused top-ups", () => {
  const topUp = {
    paymentId: 100_001,
    methodName: "Bank card",
    amountKopecks: 100_000,
    refundableKopecks: 40_000,
    throughSupportKopecks: 0,
    creditedAt: "2026-11-20T12:00:00.000Z",
  };
  const source: WithdrawalMethodView = { ...balance, method: "source", name: "Back", minKopecks: 10_000 };
  const unused = (part: Partial<WithdrawalOptions> = {}) =>
    share({ source: "top_up", methods: [source], availableKopecks: 40_000, topUps: [topUp], ...part });

  test("offer what is left, tell of bonuses, and send the others to support", async () => {
    renderIsland(
      <UnusedTopUps
        initial={unused({
          bonusKopecks: 5_000,
          topUps: [topUp, { ...topUp, paymentId: 2, refundableKopecks: 0, throughSupportKopecks: 700 }],
        })}
        locale="en"
        supportEmail="help@example.com"
      />,
    );
    expect(screen.getByText(/is bonus money/)).toBeTruthy();
    expect(screen.getByText(/write to help@example.com/)).toBeTruthy();
    expect(screen.getAllByRole("button")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Withdraw top-up 100001" }));
    expect((screen.getByLabelText("Amount, ₽") as HTMLInputElement).value).toBe("400");
    expect(screen.getByRole("button", { name: /^Withdraw 400/ })).toBeTruthy();
  });

  test("keep the focus: on the amount once opened, on their button once closed, on the list once none is left", async () => {
    let isSent = false;
    fakeApi(({ method }) => {
      if (method !== "POST") return { status: 200, body: unused({ topUps: isSent ? [] : [topUp] }) };
      isSent = true;
      return { status: 201, body: withdrawal({ source: "top_up" }) };
    });
    renderIsland(<UnusedTopUps initial={unused()} locale="en" supportEmail="" />);
    const opener = () => screen.getByRole("button", { name: "Withdraw top-up 100001" });
    await userEvent.click(opener());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Amount, ₽")));
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(document.activeElement).toBe(opener()));
    await userEvent.click(opener());
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw 400/ }));
    const none = await screen.findByText("Nothing to withdraw");
    await waitFor(() => expect(document.activeElement).toBe(none.closest("[tabindex]")));
  });

  test("say what would stand here when there are none", () => {
    renderIsland(<UnusedTopUps initial={unused({ topUps: [] })} locale="en" supportEmail="" />);
    expect(screen.getByText("Nothing to withdraw")).toBeTruthy();
  });
});

describe("the list of withdrawals", () => {
  test("is narrowed to a stage, says when that failed and asks again", async () => {
    let isDown = true;
    const requests = fakeApi(() =>
      isDown
        ? refusal(503, "UNAVAILABLE", "Try again later")
        : { status: 200, body: { withdrawals: [], hasMore: false } },
    );
    const initial = { withdrawals: [withdrawal({ source: "partner", comment: "Friday" })], hasMore: false };
    renderIsland(<WithdrawalList source="partner" initial={initial} locale="en" filtered />);
    expect(screen.getByText("Comment: Friday")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Paid" }));
    await screen.findByText("The list could not be loaded. Try again.", {}, { timeout: 9_000 });
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No withdrawals with this status");
    expect(requests.at(-1)?.query).toMatchObject({ source: "partner", stage: "paid" });
    await userEvent.click(screen.getByRole("button", { name: "All" }));
    expect(screen.getByText("Comment: Friday")).toBeTruthy();
  });

  test("leaves the focus on the new state of a withdrawal that was cancelled, whose button is gone", async () => {
    const cancelled = withdrawal({ state: "cancelled", stateText: "Cancelled", canCancel: false });
    let shown = withdrawal();
    fakeApi(({ method }) => {
      if (method === "POST") shown = cancelled;
      return { status: 200, body: method === "POST" ? shown : { withdrawals: [shown], hasMore: false } };
    });
    renderIsland(
      <WithdrawalList source="referral" initial={{ withdrawals: [shown], hasMore: false }} locale="en" />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Cancel withdrawal 700001" }));
    await userEvent.click(screen.getByRole("button", { name: "Cancel it?" }));
    const state = await screen.findByText("Cancelled");
    await waitFor(() => expect(document.activeElement).toBe(state.closest("[tabindex]")));
  });

  test("says in words that there is nothing yet", () => {
    renderIsland(
      <WithdrawalList source="referral" initial={{ withdrawals: [], hasMore: false }} locale="en" />,
    );
    expect(screen.getByText("No withdrawals yet")).toBeTruthy();
  });

  test("says of each what was asked for, how, where to, when and what became of it", () => {
    const paid = withdrawal({
      ...{ source: "partner", method: "usdt", methodName: "USDT (TRC-20)", state: "paid", stateText: "Paid" },
      ...{
        amountKopecks: 815_000,
        payout: { amount: "100.00", currency: "USDT" },
        requisites: "TXYZ••••9876",
      },
      ...{ comment: "Friday", canCancel: false },
    });
    const initial = { withdrawals: [paid], hasMore: false };
    renderIsland(<WithdrawalList source="partner" initial={initial} locale="en" />);
    const row = screen.getByRole("listitem");
    const text = plain(row.textContent);
    for (const part of [
      "8 150,00 ₽",
      "100,00 USDT",
      "USDT (TRC-20) · TXYZ••••9876",
      "Paid",
      "Comment: Friday",
    ])
      expect(text).toContain(part);
    within(row).getByText(/11-21-2026/, { selector: "time" });
  });

  test("shows state, reason and transaction, and cancels only after a second press", async () => {
    const withdrawals = [
      withdrawal(),
      withdrawal({ id: 2, state: "rejected", stateText: "Rejected", reason: "Wrong card", canCancel: false }),
    ];
    const requests = fakeApi(({ method }) =>
      method === "POST"
        ? { status: 200, body: withdrawal({ state: "cancelled", canCancel: false }) }
        : { status: 200, body: { withdrawals: [], hasMore: false } },
    );
    renderIsland(<WithdrawalList source="referral" initial={{ withdrawals, hasMore: false }} locale="en" />);
    expect(screen.getByText("Reason: Wrong card")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Cancel withdrawal 700001" }));
    expect(requests).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Cancel it?" }));
    await screen.findByText("No withdrawals yet");
    expect(requests[0]).toMatchObject({ method: "POST", path: "/withdrawals/700001/cancel" });
  });
});
