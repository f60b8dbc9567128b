export type Corruption = {
  readonly name: string;
  /** What somebody with the owner's rights does. */
  readonly corrupt: string | readonly string[];
  /** Parts of the names of checks that must find it. */
  readonly finds: string | readonly string[];
};

const hold = "(select min(id) from ledger_transfers where phase = 'pending')";
const topUp = "(select min(id) from ledger_transfers where kind = 'top_up')";
const wallet = "(select min(id) from ledger_accounts where kind = 'user')";
const order = (state: string) => `(select min(id) from activations where state = '${state}')`;
const holdOf = (state: string) => `(select hold_id from activations where id = ${order(state)})`;
const payment = "(select min(id) from payments where state = 'credited')";
const nextId = "(select max(id) + 1 from ledger_transfers)";

const HISTORY = "history of a wallet";
const SEALS = "as they were sealed";
const WALLET_SUM = "a wallet equals the sum of its transfers";
const ORDER_MONEY = "money follows the state";
const ORDER_HOLD = "every order has its hold";

/** A copy of a transfer under a new id and reference, changed as told. */
function copyOf(id: string, changes: Record<string, string>): string {
  const columns = [
    "kind",
    "phase",
    "debit_account_id",
    "credit_account_id",
    "amount_kopecks",
    "reference",
    "pending_id",
    "posted_after_kopecks",
    "held_after_kopecks",
    "account_version",
    "reason",
  ];
  const values = columns.map((column) => changes[column] ?? column);
  return `insert into ledger_transfers (id, ${columns.join(", ")}) overriding system value
    select ${nextId}, ${values.join(", ")} from ledger_transfers where id = ${id}`;
}

const onTransfers: Corruption[] = [
  {
    name: "an amount changed by a kopeck",
    corrupt: `update ledger_transfers set amount_kopecks = amount_kopecks + 1 where id = ${topUp}`,
    finds: [WALLET_SUM, HISTORY, SEALS, "every credited payment has its transfer"],
  },
  {
    name: "an amount of zero",
    corrupt: `update ledger_transfers set amount_kopecks = 0 where id = ${topUp}`,
    finds: "every transfer debits one account and credits another",
  },
  {
    name: "both sides one account",
    corrupt: `update ledger_transfers set debit_account_id = credit_account_id where id = ${topUp}`,
    finds: ["every transfer debits one account", "the accounts that kind allows"],
  },
  {
    name: "a removed transfer",
    corrupt: `delete from ledger_transfers where id = ${topUp}`,
    finds: [WALLET_SUM, HISTORY, SEALS],
  },
  {
    name: "a removed resolution: the hold is open again",
    corrupt: `delete from ledger_transfers where pending_id = ${holdOf("received")}`,
    finds: [ORDER_MONEY, WALLET_SUM],
  },
  {
    name: "a hold captured twice",
    corrupt: copyOf(`(select id from ledger_transfers where pending_id = ${holdOf("received")})`, {
      reference: "reference || ':again'",
    }),
    finds: ["a hold is resolved at most once", WALLET_SUM],
  },
  {
    name: "a resolution of another amount than its hold",
    corrupt: `update ledger_transfers set amount_kopecks = amount_kopecks - 1 where pending_id = ${holdOf("received")}`,
    finds: "a resolution has the amount, the accounts and the kind of its hold",
  },
  {
    name: "a capture turned into a refund",
    corrupt: `update ledger_transfers set phase = 'void' where pending_id = ${holdOf("received")}`,
    finds: [ORDER_MONEY, WALLET_SUM],
  },
  {
    name: "a gap in the versions",
    corrupt: [
      `update ledger_transfers set account_version = account_version + 100
        where id = (select max(id) from ledger_transfers where debit_account_id = ${wallet})`,
      `update ledger_accounts set version = version + 100 where id = ${wallet}`,
    ],
    finds: HISTORY,
  },
  {
    name: "a balance after that does not follow",
    corrupt: `update ledger_transfers set posted_after_kopecks = posted_after_kopecks + 1 where id = ${hold}`,
    finds: HISTORY,
  },
  {
    name: "money out of nothing by a kind that is not on the list",
    corrupt: copyOf(topUp, { kind: "'gift'", reference: "'gift:1'" }),
    finds: "every transfer has its kind on the list",
  },
  {
    name: "a movement without a cause",
    corrupt: `update ledger_transfers set reference = ' ' where id = ${topUp}`,
    finds: "every transfer has its kind on the list",
  },
  {
    name: "an old row changed together with everything that follows from it",
    corrupt: `update ledger_transfers set reason = 'another', created_at = created_at - interval '1 day' where id = ${topUp}`,
    finds: SEALS,
  },
  {
    name: "an old row put in after its time",
    corrupt: `insert into ledger_transfers (id, kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference)
      overriding system value select -1, kind, phase, debit_account_id, credit_account_id, 1, 'late' from ledger_transfers where id = ${topUp}`,
    finds: WALLET_SUM,
  },
  {
    name: "the newest seal removed",
    corrupt: "delete from ledger_seals where id = (select max(id) from ledger_seals)",
    finds: "a seal that was seen still stands",
  },
  {
    name: "a seal rewritten to fit a changed row",
    corrupt: [
      `update ledger_transfers set reason = 'another' where id = ${topUp}`,
      `update ledger_seals s set hash = n.hash
        from ledger_seal_of(null, (select from_id from ledger_seals where id = 1), (select to_id from ledger_seals where id = 1)) n
        where s.id = 1`,
    ],
    finds: "a seal that was seen still stands",
  },
];

const onWallets: Corruption[] = [
  {
    name: "a wallet off by one kopeck",
    corrupt: `update ledger_accounts set posted_kopecks = posted_kopecks + 1 where id = ${wallet}`,
    finds: WALLET_SUM,
  },
  {
    name: "a hold off by one kopeck",
    corrupt: `update ledger_accounts set held_kopecks = held_kopecks + 1 where id = ${wallet}`,
    finds: [WALLET_SUM, "a wallet holds exactly"],
  },
  {
    name: "a wallet below zero",
    corrupt: `update ledger_accounts set posted_kopecks = held_kopecks - 1 where id = ${wallet}`,
    finds: "nobody can spend more than he has",
  },
  {
    name: "a wallet's version that nothing led to",
    corrupt: `update ledger_accounts set version = version + 1 where id = ${wallet}`,
    finds: HISTORY,
  },
];

const onOrders: Corruption[] = [
  {
    name: "an order captured but marked as given back",
    corrupt: `update activations set state = 'cancelled', closed_at = app_now() where id = ${order("received")}`,
    finds: ORDER_MONEY,
  },
  {
    name: "an order given back but marked as received",
    corrupt: `update activations set state = 'completed' where id = ${order("cancelled")}`,
    finds: [ORDER_MONEY, "a code exactly when money was captured"],
  },
  {
    name: "an open order without a hold",
    corrupt: `update activations set hold_id = -1 where id = ${order("waiting")}`,
    finds: [ORDER_HOLD, "every hold belongs to an order"],
  },
  {
    name: "a hold without an order",
    corrupt: `delete from activations where id = ${order("waiting")}`,
    finds: ["every hold belongs to an order", "a wallet holds exactly"],
  },
  {
    name: "a hold of another wallet",
    corrupt: `update activations set user_id = user_id + 1 where id = ${order("waiting")}`,
    finds: ORDER_HOLD,
  },
  {
    name: "a price above what was held",
    corrupt: `update activations set price_kopecks = price_kopecks + 1 where id = ${order("waiting")}`,
    finds: ORDER_HOLD,
  },
  {
    name: "a price above the buyer's maximum",
    corrupt: `update activations set max_price_kopecks = price_kopecks - 1 where id = ${order("received")}`,
    finds: "the price is never above what the buyer agreed to",
  },
  {
    name: "one number sold to two open orders",
    corrupt: `update activations set number = (select number from activations where id = ${order("waiting")})
      where id = (select max(id) from activations where state = 'waiting')`,
    finds: "no unit is sold to two open orders",
  },
  {
    name: "a lent number on sale again",
    corrupt: `insert into supply_stock (level_id, number) select level_id, number from activations where id = ${order("waiting")}`,
    finds: "no unit is on sale and lent at the same time",
  },
  {
    name: "an expired order left open",
    corrupt: `update activations set expires_at = app_now() - interval '61 seconds' where id = ${order("waiting")}`,
    finds: "given back within 60 s of its deadline",
  },
  {
    name: "a supplier's share that was never booked",
    corrupt: `delete from ledger_transfers where reference = 'activation:' || ${order("received")} || ':share'`,
    finds: "the supplier's share is booked once",
  },
  {
    name: "two orders under one key",
    corrupt: `update activations set idempotency_key = (select idempotency_key from activations where id = ${order("received")})
      where id = ${order("completed")}`,
    finds: "one order for a buyer's key",
  },
  {
    name: "a key let go by an order that kept its number",
    corrupt: `update activations set idempotency_key = idempotency_key || ':failed:' || id where id = ${order("received")}`,
    finds: "a key is let go by failed orders",
  },
];

const onPayments: Corruption[] = [
  {
    name: "a payment marked as credited without a transfer",
    corrupt: `update payments set credited_transfer_id = null where id = ${payment}`,
    finds: "every credited payment has its transfer",
  },
  {
    name: "a top-up without a payment",
    corrupt: copyOf(topUp, { reference: "'payment:test-gateway:made-up'" }),
    finds: ["every transfer that names a payment", WALLET_SUM],
  },
  {
    name: "two payments credited by one transfer",
    corrupt: `update payments set credited_transfer_id = (select credited_transfer_id from payments where id = ${payment})
      where id = (select max(id) from payments where state = 'credited')`,
    finds: "every credited payment has its transfer",
  },
  {
    name: "one payment of a provider for two of ours",
    corrupt: `update payments set provider_payment_id = (select provider_payment_id from payments where id = ${payment})
      where id = (select max(id) from payments)`,
    finds: "a payment of a provider belongs to one payment of ours",
  },
  {
    name: "another amount than the provider says has come",
    corrupt: `update payments set provider_amount = '1.00' where id = ${payment}`,
    finds: "credited is what the provider says has come",
  },
  {
    name: "a credited payment that is open again",
    corrupt: `update payments set state = 'pending', due_at = app_now() where id = ${payment}`,
    finds: "closed exactly when nothing more is expected",
  },
];

/** At least twenty kinds are asked for (reliability 4); each is found by a check of the part it belongs to. */
export const corruptions: readonly Corruption[] = [...onTransfers, ...onWallets, ...onOrders, ...onPayments];
