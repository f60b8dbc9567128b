"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import {
  LONG_NAME,
  LONG_WORD,
  MOMENT,
  MUCH_KOPECKS,
  problem,
  Remembering,
  Row,
  RUB_PER_USD,
  Specimen,
} from "#app/_gallery/specimen.island.tsx";
import { Card } from "#components/ui/card.tsx";
import { LimitsCard } from "#features/activations/limits/components/limits-card.island.tsx";
import { accountLimitsQuery } from "#features/activations/limits/limits.client.ts";
import type { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { LoginForm } from "#features/identity/sign-in-pages/login-form.island.tsx";
import { StatementLineRow } from "#features/ledger/statement/components/statement-line.tsx";
import type { StatementLine } from "#features/ledger/statement/statement.contract.ts";
import { availableChange, moves } from "#features/ledger/statement/statement.rules.ts";
import { EarningsCard } from "#features/partners/statement/components/earnings-card.tsx";
import type { ClaimView } from "#features/payments/claims/claims.contract.ts";
import { claimStates } from "#features/payments/claims/claims.rules.ts";
import { PaymentResult } from "#features/payments/components/payment-result.island.tsx";
import { InvoiceScreen } from "#features/payments/invoice/components/invoice-screen.island.tsx";
import type { InvoiceView } from "#features/payments/invoice/invoice.contract.ts";
import { PaymentList } from "#features/payments/listing/payment-list.island.tsx";
import { PayForm } from "#features/payments/pay-form/pay-form.island.tsx";
import type { MethodView, PaymentView } from "#features/payments/payments.contract.ts";
import { isClosed, type PaymentState, paymentStates } from "#features/payments/payments.rules.ts";
import { type TransferMatch, transferMatches } from "#features/payments/tether.rules.ts";
import { TransferSteps } from "#features/payments/transfers/components/transfer-steps.island.tsx";
import { ShareForm } from "#features/payments/withdrawals/components/share-form.island.tsx";
import { UnusedTopUps } from "#features/payments/withdrawals/components/unused-top-ups.island.tsx";
import { WithdrawalList } from "#features/payments/withdrawals/components/withdrawal-list.island.tsx";
import { destinationStates } from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import type {
  WithdrawalOptions,
  WithdrawalView,
} from "#features/payments/withdrawals/withdrawals.contract.ts";
import { type WithdrawalState, withdrawalStates } from "#features/payments/withdrawals.rules.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

const SUPPORT = `support@${LONG_WORD.toLowerCase().replaceAll("ä", "ae")}.example`;
const TRANSACTION = "7c2d4206c03a883dd9066d920c0b4c3f6c5a0c8d7d8b0ec5c0aa8b6d5a0c1f2e";
const ADDRESS = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb";
const purchase = {
  kind: "number" as const,
  name: LONG_WORD,
  icon: null,
  country: { name: LONG_NAME, icon: "/icons/countries/id.svg" },
  path: "/gallery",
};

/** A panel as pages put these parts into. */
function Panel({ children }: { children: ReactNode }) {
  return <Card className="max-w-2xl p-5 sm:p-6">{children}</Card>;
}

function usePayments() {
  const states = useTranslations("payments.states");
  const methods = useTranslations("payments.methods");
  return (id: number, state: PaymentState, part: Partial<PaymentView> = {}): PaymentView => ({
    id,
    method: "nowpayments",
    methodName: methods("nowpayments"),
    screen: "redirect",
    amountKopecks: 150_000,
    charge: { amount: "18.404908", currency: "USDT" },
    state,
    stateText: states(state),
    isOpen: !isClosed(state),
    received:
      state === "underpaid" || state === "overpaid" ? { amount: "1234567.891011", currency: "USDT" } : null,
    takenBackKopecks: state === "refunded" || state === "charged_back" ? 150_000 : 0,
    redirectUrl: isClosed(state) ? null : "/gallery",
    service: null,
    country: null,
    goback: false,
    externalId: null,
    planned: null,
    createdAt: MOMENT,
    expiresAt: MOMENT,
    creditedAt: state === "credited" ? MOMENT : null,
    ...part,
  });
}

/** Payments: the list and the result in every state, the form, an invoice and a transfer. */
export function PaymentParts() {
  const payment = usePayments();
  const all = paymentStates.map((state, at) => payment(100_001 + at, state));
  const dear = payment(100_099, "credited", { amountKopecks: MUCH_KOPECKS, methodName: LONG_NAME });
  return (
    <Row>
      <Specimen name="Payments, every state">
        <Panel>
          <PaymentList initial={{ payments: [...all, dear], isMore: true }} />
        </Panel>
      </Specimen>
      <Specimen name="Payments, none">
        <Panel>
          <PaymentList initial={{ payments: [], isMore: false }} />
        </Panel>
      </Specimen>
      <Specimen name="Top-up: method and amount">
        <Panel>
          <PayForm
            methods={useMethods()}
            quickAmountsKopecks={[50_000, 100_000, 500_000, MUCH_KOPECKS]}
            rubPerUsd={RUB_PER_USD}
            context={{}}
            coupon={{ minimumCny: 20, shopUrl: "/gallery" }}
          />
        </Panel>
      </Specimen>
      {all.map((one) => (
        <Specimen key={one.id} name={`Payment's result, ${one.state}`}>
          <Panel>
            <PaymentResult
              initial={one}
              purchase={one.state === "pending" ? purchase : null}
              supportEmail={SUPPORT}
              ownPage={null}
            />
          </Panel>
        </Specimen>
      ))}
      <Specimen name="Payment's result, credited, a part reversed, dear">
        <Panel>
          <PaymentResult
            initial={{ ...dear, takenBackKopecks: 1_250 }}
            purchase={null}
            supportEmail={SUPPORT}
          />
        </Panel>
      </Specimen>
      <Invoices />
      <Specimen name="Transfer through the support" wide>
        <Panel>
          <TransferSteps
            initial={payment(100_200, "pending", { screen: "support", amountKopecks: MUCH_KOPECKS })}
            transfer={{ reference: "T100200X", note: "", receipt: "" }}
            purchase={null}
            supportEmail={SUPPORT}
            details={`Bank of ${LONG_NAME}\nIBAN XX00 0000 0000 0000 0000 00\n${LONG_WORD}`}
          />
        </Panel>
      </Specimen>
    </Row>
  );
}

function useMethods(): MethodView[] {
  const names = useTranslations("payments.methods");
  const limits = { minPriceKopecks: 10_000, maxPriceKopecks: MUCH_KOPECKS, marks: [] };
  return [
    {
      ...limits,
      id: "card",
      name: names("card"),
      screen: "redirect",
      currency: "USD",
      rubPerUnit: "81.500000",
    },
    {
      ...limits,
      id: "tether",
      name: names("tether"),
      screen: "invoice",
      currency: "USDT",
      rubPerUnit: "81.500000",
    },
    {
      ...limits,
      id: "nowpayments",
      name: names("nowpayments"),
      screen: "redirect",
      currency: "RUB",
      rubPerUnit: null,
    },
    {
      ...limits,
      id: "support",
      name: names("support"),
      screen: "support",
      currency: "RUB",
      rubPerUnit: null,
    },
  ];
}

const invoiceStates: readonly (readonly [PaymentState, TransferMatch | null, boolean])[] = [
  ["pending", null, false],
  ["pending", null, true],
  ...transferMatches.filter((match) => match !== "exact").map((match) => ["expired", match, false] as const),
  ["underpaid", "underpaid", false],
  ["overpaid", "overpaid", false],
  ["credited", null, false],
  ["credited", "second", false],
  ["failed", null, false],
];

/** One path of black squares: no code that can be scanned, but as dense as one. */
const qr = {
  size: 29,
  path: Array.from({ length: 400 }, (_, at) => `M${(at * at * 7) % 29} ${Math.floor(at / 14)}h1v1h-1z`).join(
    "",
  ),
};

function Invoices() {
  const payment = usePayments();
  const claims = useTranslations("payments.claims.states");
  const claim = (state: ClaimView["state"], at: number): ClaimView => ({
    id: at + 1,
    state,
    stateText: claims(state),
    transactionId: TRANSACTION,
    returnAddress: ADDRESS,
    returnAddressState: destinationStates[at % destinationStates.length] ?? "usable",
    returnRestsUntil: at % destinationStates.length === 1 ? MOMENT : null,
    contact: `@${LONG_WORD}`,
    creditedKopecks: state === "credited" ? 149_000 : null,
    returnTransactionId: state === "returned" ? TRANSACTION : null,
    reason: state === "rejected" ? `${LONG_NAME}: ${LONG_WORD}` : null,
    createdAt: MOMENT,
    decidedAt: state === "open" ? null : MOMENT,
  });
  return invoiceStates.map(([state, match, isSeen], at) => {
    const invoice: InvoiceView = {
      payment: payment(100_300 + at, state, { screen: "invoice", method: "tether" }),
      address: ADDRESS,
      amountUsdt: "12345.678901",
      expiresAt: "2026-11-21T11:00:00.000Z",
      secondsLeft: 1_800,
      isSeen,
      otherTransfers: match === null ? [] : [{ amountUsdt: "1234567.000001", match, at: MOMENT }],
      claimFeeUsd: 10,
      claims: match === "late" ? claimStates.map(claim) : [],
    };
    return (
      <Specimen
        wide
        key={invoice.payment.id}
        name={`Invoice, ${state}${match ? `, ${match}` : ""}${isSeen ? ", seen" : ""}`}
      >
        <Panel>
          <InvoiceScreen initial={invoice} qr={qr} purchase={null} />
        </Panel>
      </Specimen>
    );
  });
}

const options = (part: Partial<WithdrawalOptions>): WithdrawalOptions => ({
  source: "referral",
  availableKopecks: MUCH_KOPECKS,
  heldKopecks: 0,
  bonusKopecks: 0,
  methods: [],
  topUps: [],
  blockedBy: null,
  restsUntil: null,
  ...part,
});

/** Withdrawals: the list in every state, what can go back, and the request for the referral share. */
export function WithdrawalParts() {
  const locale = localeFromTag(useLocale());
  const states = useTranslations("payments.withdrawals.states");
  const methods = useTranslations("payments.methods");
  const withdrawal = (state: WithdrawalState, at: number): WithdrawalView => ({
    id: at + 1,
    source: "referral",
    method: "usdt",
    methodName: methods("tether"),
    state,
    stateText: states(state),
    reason: state === "rejected" || state === "returned" ? `${LONG_NAME}: ${LONG_WORD}` : null,
    amountKopecks: state === "paid" ? MUCH_KOPECKS : 500_000,
    feeKopecks: 20_000,
    bonusKopecks: 0,
    payout: { amount: "1234567.89", currency: "USDT" },
    requisites: "T9yD…uWwb",
    comment: state === "requested" ? `${LONG_NAME}: ${LONG_WORD}` : null,
    paymentId: null,
    transactionId: state === "paid" ? TRANSACTION : null,
    canCancel: state === "unconfirmed" || state === "requested",
    restsUntil: state === "requested" ? MOMENT : null,
    createdAt: MOMENT,
    closedAt: null,
  });
  const topUps = [
    { paymentId: 100_001, refundableKopecks: 150_000, throughSupportKopecks: 0 },
    { paymentId: 100_002, refundableKopecks: 0, throughSupportKopecks: MUCH_KOPECKS },
  ].map((one) => ({
    ...one,
    methodName: methods("nowpayments"),
    amountKopecks: MUCH_KOPECKS,
    creditedAt: MOMENT,
  }));
  const list = { source: "referral" as const, locale };
  return (
    <Row>
      <Specimen name="Withdrawals, every state">
        <Panel>
          <WithdrawalList
            {...list}
            initial={{ withdrawals: withdrawalStates.map(withdrawal), hasMore: true }}
          />
        </Panel>
      </Specimen>
      <Specimen name="Withdrawals, none">
        <Panel>
          <WithdrawalList {...list} initial={{ withdrawals: [], hasMore: false }} />
        </Panel>
      </Specimen>
      <Specimen name="Top-ups that can go back">
        <Panel>
          <UnusedTopUps
            initial={options({ source: "top_up", topUps, bonusKopecks: 1_250 })}
            locale={locale}
            supportEmail={SUPPORT}
          />
        </Panel>
      </Specimen>
      <Specimen name="Top-ups that can go back, stopped by a debt">
        <Panel>
          <UnusedTopUps
            initial={options({ source: "top_up", topUps: topUps.slice(0, 1), blockedBy: "debt" })}
            locale={locale}
            supportEmail={SUPPORT}
          />
        </Panel>
      </Specimen>
      <Specimen name="Top-ups that can go back, none">
        <Panel>
          <UnusedTopUps initial={options({ source: "top_up" })} locale={locale} supportEmail={SUPPORT} />
        </Panel>
      </Specimen>
      <Specimen name="A withdrawal is asked for, wrongly">
        <Panel>
          <Submitted>
            <ShareForm
              initial={options({
                methods: [
                  {
                    method: "usdt",
                    name: methods("tether"),
                    minKopecks: 100_000,
                    feeKopecks: 20_000,
                    currency: "USDT",
                    rubPerUnit: "81.500000",
                  },
                  {
                    method: "card",
                    name: methods("card"),
                    minKopecks: 100_000,
                    feeKopecks: 0,
                    currency: "RUB",
                    rubPerUnit: null,
                  },
                ],
              })}
            />
          </Submitted>
        </Panel>
      </Specimen>
      <Specimen name="A withdrawal is asked for, stopped">
        <Panel>
          <ShareForm initial={options({ blockedBy: "paused" })} />
        </Panel>
      </Specimen>
    </Row>
  );
}

/** Sends the form inside once, empty as it is: what it says then is what is shown. */
function Submitted({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("form")?.requestSubmit(), []);
  return <div ref={place}>{children}</div>;
}

const limits: AccountLimits = {
  openOrders: 7,
  openMax: 10,
  grantedMax: null,
  ageDays: 12,
  finishedCount: 1_234,
  deliveredCount: 1_000,
  turnoverKopecks: MUCH_KOPECKS,
  windowDays: 30,
  deliveredPercent: 81,
  bannedUntil: null,
  banReason: null,
  levels: [10, 50, 1_000].map((openMax, at) => ({
    openMax,
    ageDays: at * 30,
    turnoverKopecks: at * MUCH_KOPECKS,
    deliveredPercent: at * 40,
  })),
  unusedRule: { minutes: 60, ordersMax: 30, unusedMin: 20, deliveredPercent: 10, banMinutes: [60, 1_440] },
  openPrice: { tolerancePercent: 5, toldSeconds: 60 },
};

const earningSums = {
  ...{ availableKopecks: MUCH_KOPECKS, pendingKopecks: MUCH_KOPECKS, heldKopecks: MUCH_KOPECKS },
  ...{ owedKopecks: MUCH_KOPECKS, nextAvailableAt: MOMENT, version: 1 },
};

/** The wallet: lines of the statement in every state, and what the account may have open. */
export function WalletParts() {
  const _locale = localeFromTag(useLocale());
  const texts = useTranslations("ledger.moves");
  const line = (
    move: StatementLine["move"],
    at: number,
    part: Partial<StatementLine> = {},
  ): StatementLine => ({
    id: at + 1,
    version: at + 1,
    at: MOMENT,
    number: `10000${at}`,
    kind: move === "in" ? "top_up" : "activation",
    kindText: move === "in" ? "Top-up" : "Number",
    move,
    moveText: texts(move),
    reason: null,
    reasonText: null,
    subject: null,
    amountKopecks: 1_250,
    changeKopecks: availableChange(move, move === "in" || move === "out" ? MUCH_KOPECKS : 1_250),
    after: { postedKopecks: MUCH_KOPECKS, heldKopecks: MUCH_KOPECKS, availableKopecks: MUCH_KOPECKS },
    page: null,
    dueAt: null,
    outcome: null,
    ...part,
  });
  const subject = { title: LONG_WORD, detail: LONG_NAME, icon: null, detailIcon: "/icons/countries/id.svg" };
  const outcome = {
    id: 9,
    at: MOMENT,
    move: "give_back" as const,
    moveText: texts("give_back"),
    reasonText: LONG_NAME,
  };
  const lines = [
    ...moves.map((move, at) => line(move, at, move === "wait" ? { dueAt: MOMENT } : {})),
    line("hold", 9, { subject, outcome }),
  ];
  const banned = { bannedUntil: MOMENT, banReason: "unused" as const, deliveredPercent: null };
  return (
    <Row>
      <Specimen name="Statement, every move" wide>
        <Card>
          <ul className="divide-y divide-line">
            {lines.map((one) => (
              <StatementLineRow key={one.id} line={one} />
            ))}
          </ul>
        </Card>
      </Specimen>
      <Specimen name="A partner's earnings" wide>
        <EarningsCard sums={{ ...earningSums, owedKopecks: 0, heldKopecks: 0, nextAvailableAt: null }} />
      </Specimen>
      <Specimen name="A partner's earnings, pending and owed" wide>
        <EarningsCard sums={earningSums} />
      </Specimen>
      <Specimen name="Limits, being loaded">
        <LimitsCard />
      </Specimen>
      <Specimen name="Limits, failed">
        <Remembering failed={[accountLimitsQuery.queryKey]}>
          <LimitsCard />
        </Remembering>
      </Specimen>
      <Specimen name="Limits, on the way up" wide>
        <Remembering known={[[accountLimitsQuery.queryKey, limits]]}>
          <LimitsCard />
        </Remembering>
      </Specimen>
      <Specimen name="Limits, banned" wide>
        <Remembering known={[[accountLimitsQuery.queryKey, { ...limits, ...banned }]]}>
          <LimitsCard />
        </Remembering>
      </Specimen>
    </Row>
  );
}

/** Forms with what they say when they are refused. */
export function FormParts() {
  return (
    <Row>
      <Specimen name="Log-in, sent empty">
        <Panel>
          <Submitted>
            <LoginForm mailbox={null} returnPath="/gallery" />
          </Submitted>
        </Panel>
      </Specimen>
      <Specimen name="A form's problem: refused, the service's fault">
        <FormProblem problem={problem} />
      </Specimen>
    </Row>
  );
}
