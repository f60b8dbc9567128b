import { Gauge, type Registry } from "prom-client";
import { sumDelivery } from "#features/statistics/supplier-delivery.reads.ts";
import {
  countUnusable,
  listSupplierGauges,
  type SupplierGauge,
  sumSuppliers,
  type UnusableCount,
} from "#features/supply/health/figures.reads.ts";
import { answerTimeGroups, type SupplierSums } from "#features/supply/health/figures.rules.ts";
import { monotonicMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { log } from "#lib/log.ts";

type Figures = {
  suppliers: readonly SupplierGauge[];
  sums: ReadonlyMap<number, SupplierSums>;
  unusable: readonly UnusableCount[];
  delivery: ReadonlyMap<number, { purchases: number; successes: number }>;
};
type Label = "supplier" | "outcome" | "state" | "reason" | "le";
type Tell = (gauge: Gauge<Label>, figures: Figures) => void;

/** The gauges are collected side by side: what one of them read is good for the others, and for scrapers in a hurry. */
const SHARED_MS = 5_000;
/** More suppliers than this are left out, so that the labels stay few. */
const SUPPLIERS_MAX = 200;
const WINDOW_MINUTES = 5;
const DELIVERY_HOURS = 24;

/**
 * The suppliers' health for `/metrics`, read from the database when somebody looks: every worker tells the same. What is called
 * `recent` is of the last five whole minutes. Labels are the supplier's code and closed lists of words.
 */
export function collectSuppliers(registry: Registry, db: Db): void {
  let shared: { atMs: number; figures: Promise<Figures | null> } | null = null;
  const readShared = () => {
    if (!shared || monotonicMs() - shared.atMs > SHARED_MS)
      shared = { atMs: monotonicMs(), figures: readFigures(db) };
    return shared.figures;
  };
  for (const { name, help, labels, tell } of gauges) {
    new Gauge({
      ...{ name, help, labelNames: ["supplier", ...labels], registers: [registry] },
      async collect() {
        const figures = await readShared();
        this.reset();
        if (figures) tell(this as Gauge<Label>, figures);
      },
    });
  }
}

const ofEach =
  (value: (supplier: SupplierGauge) => number | null): Tell =>
  (gauge, { suppliers }) => {
    for (const supplier of suppliers) {
      const told = value(supplier);
      if (told !== null) gauge.set({ supplier: supplier.code }, told);
    }
  };

const ofSums =
  (set: (sums: SupplierSums) => Readonly<Record<string, number>>, label?: Label): Tell =>
  (gauge, { suppliers, sums }) => {
    for (const { id, code } of suppliers) {
      const known = sums.get(id);
      for (const [word, value] of Object.entries(known ? set(known) : {}))
        gauge.set({ supplier: code, ...(label ? { [label]: word } : {}) }, value);
    }
  };

const gauges: readonly { name: string; help: string; labels: Label[]; tell: Tell }[] = [
  {
    name: "supplier_healthy",
    help: "1: it answers and may sell; 0: its numbers are off sale",
    labels: [],
    tell: ofEach(({ healthy }) => Number(healthy)),
  },
  {
    name: "supplier_circuit",
    help: "1 for the state that the supplier's circuit is in",
    labels: ["state"],
    tell: (gauge, { suppliers }) => {
      for (const { code, circuitState } of suppliers)
        for (const state of ["closed", "open", "half-open"])
          gauge.set({ supplier: code, state }, Number(state === circuitState));
    },
  },
  {
    name: "supplier_silent_seconds",
    help: "Time since the supplier last told its stock or called; absent before the first time",
    labels: [],
    tell: ofEach(({ silentSeconds }) => silentSeconds),
  },
  {
    name: "supplier_balance_cents",
    help: "Our balance at another shop, in hundredths of its currency",
    labels: [],
    tell: ofEach(({ balanceCents }) => balanceCents),
  },
  {
    name: "supplier_out_of_money",
    help: "1: our balance there is too low and nothing is bought; absent for suppliers that are no shop",
    labels: [],
    tell: ofEach(({ isOutOfMoney }) => (isOutOfMoney === null ? null : Number(isOutOfMoney))),
  },
  {
    name: "supplier_told_numbers",
    help: "Numbers that the supplier says it has",
    labels: [],
    tell: ofEach(({ toldCount }) => toldCount),
  },
  {
    name: "supplier_proven_numbers",
    help: "What of them the attempts of the last day prove",
    labels: [],
    tell: ofEach(({ provenCount }) => provenCount),
  },
  {
    name: "supplier_recent_attempts",
    help: "Questions for a number, by outcome",
    labels: ["outcome"],
    tell: ofSums(
      ({ numbers, noNumbers, failed, unanswered }) => ({
        number: numbers,
        no_numbers: noNumbers,
        failed,
        unanswered,
      }),
      "outcome",
    ),
  },
  {
    name: "supplier_recent_answers_within",
    help: "Answers to these questions that came within so many seconds",
    labels: ["le"],
    tell: ofSums(
      ({ timed, withinGroups }) => ({
        ...Object.fromEntries(answerTimeGroups.map((ms, at) => [String(ms / 1_000), withinGroups[at] ?? 0])),
        "+Inf": timed,
      }),
      "le",
    ),
  },
  {
    name: "supplier_recent_answer_seconds",
    help: "Sum of their answer times",
    labels: [],
    tell: ofSums(({ answerMsSum }) => ({ sum: answerMsSum / 1_000 })),
  },
  {
    name: "supplier_recent_sms",
    help: "SMS that the supplier brought",
    labels: [],
    tell: ofSums(({ sms }) => ({ sms })),
  },
  {
    name: "supplier_recent_unusable_answers",
    help: "Answers that could not be used, by reason",
    labels: ["reason"],
    tell: (gauge, { suppliers, unusable }) => {
      const codes = new Map(suppliers.map(({ id, code }) => [id, code]));
      for (const { supplierId, reason, count } of unusable)
        gauge.inc({ supplier: codes.get(supplierId) ?? "", reason }, count);
    },
  },
  {
    name: "supplier_day_orders",
    help: "Orders of the last day that had a number and ended",
    labels: [],
    tell: (gauge, { suppliers, delivery }) => {
      for (const { id, code } of suppliers) gauge.set({ supplier: code }, delivery.get(id)?.purchases ?? 0);
    },
  },
  {
    name: "supplier_day_delivered",
    help: "Those of them that got a code",
    labels: [],
    tell: (gauge, { suppliers, delivery }) => {
      for (const { id, code } of suppliers) gauge.set({ supplier: code }, delivery.get(id)?.successes ?? 0);
    },
  },
];

async function readFigures(db: Db): Promise<Figures | null> {
  try {
    const suppliers = await listSupplierGauges(db, SUPPLIERS_MAX);
    const ids = suppliers.map(({ id }) => id);
    const [sums, unusable, delivery] = await Promise.all([
      sumSuppliers(db, ids, { minutes: WINDOW_MINUTES, isWhole: true }),
      countUnusable(db, ids, WINDOW_MINUTES),
      sumDelivery(db, ids, DELIVERY_HOURS),
    ]);
    return { suppliers, sums, unusable, delivery };
  } catch (error) {
    log.warn({ error: (error as Error).message }, "the suppliers' health could not be read");
    return null;
  }
}
