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
const shop = `insert into supply_suppliers (code, name, kind, base_url, sealed_key, push_key_hash, currency, rate_kopecks)
  values ('a-shop', 'A shop', 'upstream', 'https://shop.test/', '', repeat('c', 64), 'RUB', 100)`;
const shopId = "(select id from supply_suppliers where code = 'a-shop')";
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
    finds: "nobody can spend more than they have",
  },
  {
    name: "a wallet that counts an order too many",
    corrupt: `update ledger_accounts set open_orders = open_orders + 1 where id = ${wallet}`,
    finds: "open_orders of a wallet",
  },
  {
    name: "a wallet's version that nothing led to",
    corrupt: `update ledger_accounts set version = version + 1 where id = ${wallet}`,
    finds: HISTORY,
  },
];

const onOrders: Corruption[] = [
  {
    name: "an order captured but marked as refunded",
    corrupt: `update activations set state = 'cancelled', closed_at = app_now() where id = ${order("received")}`,
    finds: ORDER_MONEY,
  },
  {
    name: "an order refunded but marked as received",
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
    name: "an order below its cost",
    corrupt: `update activations set cost_kopecks = price_kopecks + 1 where id = ${order("received")}`,
    finds: "no order is sold for less than it costs us",
  },
  {
    name: "one number sold to two open orders",
    corrupt: `update activations set number = (select number from activations where id = ${order("waiting")})
      where id = (select max(id) from activations where state = 'waiting')`,
    finds: "no unit is sold to two open orders",
  },
  {
    name: "a lent number on sale again",
    corrupt: `insert into supply_stock (offer_id, number) select offer_id, number from activations where id = ${order("waiting")}`,
    finds: "no unit is on sale and lent at the same time",
  },
  {
    name: "one activation of another shop for two orders",
    corrupt: [
      shop,
      `insert into supply_attempts (client_id, activation_id, supplier_id, offer_id, state, number, supplier_ref)
        select gen_random_uuid(), -n, ${shopId}, (select min(id) from supply_offers), 'number', 628990000001, 7 from generate_series(1, 2) n`,
    ],
    finds: "no activation of another shop is two attempts'",
  },
  {
    name: "codes asked for a number that went back",
    corrupt: [
      shop,
      `insert into supply_upstream_watches (supplier_id, supplier_ref, number, service_id) values (${shopId}, 8, 628990000002, 52)`,
    ],
    finds: "another shop is asked for codes of kept numbers only",
  },
  {
    name: "a self-test that passed without a test",
    corrupt: `insert into supply_self_tests (supplier_id, state, key_hash, idempotency_key, numbers_max, deadline_at, ended_at)
      select id, 'passed', push_key_hash, 'planted', 1, app_now(), app_now() from supply_suppliers order by id limit 1`,
    finds: "a passed self-test has passed every test",
  },
  {
    name: "a self-test that nobody ended",
    corrupt: `insert into supply_self_tests (supplier_id, key_hash, idempotency_key, numbers_max, deadline_at)
      select id, push_key_hash, 'planted', 1, app_now() - interval '1 hour' from supply_suppliers order by id limit 1`,
    finds: "no self-test runs beyond its deadline",
  },
  {
    name: "an expired order left open",
    corrupt: `update activations set expires_at = app_now() - interval '61 seconds' where id = ${order("waiting")}`,
    finds: "refunded within 60 s of its deadline",
  },
  {
    name: "a supplier's share that was never booked",
    corrupt: `delete from ledger_transfers where reference = 'activation:' || ${order("received")} || ':share'`,
    finds: "the supplier's share is booked once",
  },
  {
    name: "two orders under one key",
    corrupt: `update activations a set idempotency_key = (select min(idempotency_key) from activations b where b.user_id = a.user_id and b.id <> a.id)
      where id = ${order("completed")}`,
    finds: "one order for a buyer's key",
  },
  {
    name: "a key let go by an order that kept its number",
    corrupt: `update activations set idempotency_key = idempotency_key || ' :failed:' || id where id = ${order("received")}`,
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

const withdrawal = (state: string) => `(select min(id) from payments_withdrawals where state = '${state}')`;
const accrual = "(select min(id) from referrals_accruals where state = 'paid')";
const debtor = "(select min(a.id) from ledger_accounts a where a.kind = 'debt')";

const onProgrammes: Corruption[] = [
  {
    name: "cashback paid twice for a week",
    corrupt: copyOf("(select min(id) from ledger_transfers where kind = 'cashback')", {
      reference: "reference || ':again'",
    }),
    finds: ["a paid week has one transfer", WALLET_SUM],
  },
  {
    name: "a second row for a paid week",
    corrupt: `insert into loyalty_weeks (user_id, week, total_kopecks, cashback_bp, cashback_kopecks, transfer_id)
      select (select min(user_id) from ledger_accounts where kind = 'user'), week, total_kopecks, cashback_bp, cashback_kopecks, transfer_id
      from loyalty_weeks limit 1`,
    finds: "a paid week has one transfer",
  },
  {
    name: "more cashback than the rank brings",
    corrupt: "update loyalty_weeks set cashback_kopecks = cashback_kopecks + 1",
    finds: ["cashback is the rank's share of the week", "a paid week has one transfer"],
  },
  {
    name: "a second welcome bonus for one person",
    corrupt: `update loyalty_welcomes set person_mark = (select person_mark from loyalty_welcomes order by user_id limit 1)`,
    finds: "one bonus for one person",
  },
  {
    name: "a welcome bonus that nobody decided about",
    corrupt:
      "delete from loyalty_welcomes where user_id = (select min(user_id) from loyalty_welcomes where state = 'granted')",
    finds: "a welcome bonus has its transfer",
  },
  {
    name: "a friend's share above five percent",
    corrupt: `update referrals_accruals set amount_kopecks = amount_kopecks + 1, paid_kopecks = paid_kopecks + 1 where id = ${accrual}`,
    finds: "what was paid into an account is the shares that were paid",
  },
  {
    name: "a friend's share of a purchase that was never captured",
    corrupt: `update referrals_accruals set source_transfer_id = ${topUp} where id = ${accrual}`,
    finds: "a share belongs to one captured purchase",
  },
  {
    name: "a friend's share paid twice",
    corrupt: copyOf("(select min(id) from ledger_transfers where kind = 'referral_accrual')", {
      reference: "reference || ':again'",
    }),
    finds: ["what was paid into an account is the shares that were paid", WALLET_SUM],
  },
  {
    name: "a debt paid beyond what is owed",
    corrupt: `insert into ledger_transfers (id, kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference)
      overriding system value select ${nextId}, 'debt_write_off', 'single', (select id from ledger_accounts where kind = 'bonus'), ${debtor},
        1000000, 'debt:made-up'`,
    finds: "a debt is never paid beyond what is owed",
  },
  {
    name: "a debt larger than what the provider took back",
    corrupt: "update payments set debt_kopecks = debt_kopecks - 1 where debt_kopecks > 0",
    finds: ["what became debt of a payment", "reversed beyond our own refunds is owed", "clearing account"],
  },
  {
    name: "a provider's clearing account off by a made-up movement",
    corrupt: `insert into ledger_transfers (id, kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference)
      overriding system value select ${nextId}, 'debt_reversal', 'single', (select min(id) from ledger_accounts where kind = 'clearing'), ${debtor},
        1, 'clearing:made-up'`,
    finds: "clearing account",
  },
];

const earning = (state: string) => `(select min(id) from partners_earnings where state = '${state}')`;
const EARNING_PAID = "the earnings that were paid, each once and whole";

const onEarnings: Corruption[] = [
  {
    name: "a partner's share that became nobody's earning",
    corrupt: `delete from partners_earnings where id = ${earning("pending")}`,
    finds: "whose supplier is a partner's is one earning",
  },
  {
    name: "an earning of more than the share",
    corrupt: `update partners_earnings set amount_kopecks = amount_kopecks + 1 where id = ${earning("available")}`,
    finds: ["whose supplier is a partner's is one earning", EARNING_PAID],
  },
  {
    name: "an earning of somebody else's number",
    corrupt: `update partners_earnings set user_id = user_id + 1 where id = ${earning("available")}`,
    finds: ["whose supplier is a partner's is one earning", EARNING_PAID],
  },
  {
    name: "an earning marked as available that the ledger never moved",
    corrupt: `update partners_earnings set state = 'available' where id = ${earning("pending")}`,
    finds: EARNING_PAID,
  },
  {
    name: "an earning paid twice",
    corrupt: copyOf("(select min(id) from ledger_transfers where kind = 'partner_accrual')", {
      reference: "reference || ':again'",
    }),
    finds: [EARNING_PAID, WALLET_SUM],
  },
  {
    name: "a refunded order that its partner keeps",
    corrupt: `update partners_earnings set state = 'available', taken_kopecks = 0 where id = ${earning("taken_back")}`,
    finds: [
      "an order that was refunded, and no other, keeps no earning",
      "what was refunded went to the house",
    ],
  },
  {
    name: "an earning reversed of an order that nobody refunded",
    corrupt: `update partners_earnings set state = 'taken_back' where id = ${earning("available")}`,
    finds: "an order that was refunded, and no other, keeps no earning",
  },
  {
    name: "a refunded share that stayed with the supplier",
    corrupt: "delete from ledger_transfers where kind = 'supplier_share_reversal'",
    finds: "what was refunded went to the house",
  },
  {
    name: "more noted as reversed than the ledger took",
    corrupt: "update partners_earnings set taken_kopecks = taken_kopecks - 1 where state = 'taken_back'",
    finds: "what was refunded went to the house",
  },
];

const fine = (state: string) => `(select min(id) from partners_fines where state = '${state}')`;
const FINE_HOLDS = "every hold of a fine belongs to one fine";
const FINE_TAKEN = "of a fine is taken what its state says";
const FINE_SIGNED = "a fine and the signed proposal of the desk";

const onFines: Corruption[] = [
  {
    name: "more noted as taken for a fine than its holds are",
    corrupt: `update partners_fines set amount_kopecks = amount_kopecks + 1, reserved_kopecks = reserved_kopecks + 1 where id = ${fine("taken")}`,
    finds: [FINE_HOLDS, FINE_SIGNED],
  },
  {
    name: "a hold of a fine that no fine knows",
    corrupt: `delete from partners_fine_holds where fine_id = ${fine("announced")}`,
    finds: FINE_HOLDS,
  },
  {
    name: "a fine that is said to be taken and whose money is only reserved",
    corrupt: `update partners_fines set state = 'taken' where id = ${fine("announced")}`,
    finds: FINE_TAKEN,
  },
  {
    name: "a fine that nobody signed",
    corrupt: `update partners_fines set correction_id = 1 where id = ${fine("announced")}`,
    finds: FINE_SIGNED,
  },
  {
    name: "an appeal that nobody in the audit decided about",
    corrupt: `update partners_fines set decided_by = decided_by + 1 where id = ${fine("cancelled")}`,
    finds: "whoever decided about a fine is in the audit",
  },
  {
    name: "a fine that waits for an appeal for ever",
    corrupt: `update partners_fines set appeal_until = app_now() - interval '1 hour' where id = ${fine("announced")}`,
    finds: "whose time for an appeal is over stands",
  },
];

const onMoneyOut: Corruption[] = [
  {
    name: "a withdrawal paid without its capture",
    corrupt: `update payments_withdrawals set state = 'paid', closed_at = app_now() where id = ${withdrawal("requested")}`,
    finds: "the hold is resolved exactly as the state says",
  },
  {
    name: "a withdrawal captured but marked as rejected",
    corrupt: `update payments_withdrawals set state = 'rejected' where id = ${withdrawal("paid")}`,
    finds: "the hold is resolved exactly as the state says",
  },
  {
    name: "a withdrawal of more than was reserved",
    corrupt: `update payments_withdrawals set amount_kopecks = amount_kopecks + 1 where id = ${withdrawal("requested")}`,
    finds: "a withdrawal has its hold",
  },
  {
    name: "a withdrawal to somebody else",
    corrupt: `update payments_withdrawals set user_id = user_id + 1 where id = ${withdrawal("requested")}`,
    finds: ["a withdrawal has its hold", "goes back to the owner of its top-up"],
  },
  {
    name: "a hold of no withdrawal",
    corrupt: `delete from payments_withdrawals where id = ${withdrawal("requested")}`,
    finds: "every hold of a withdrawal belongs to one",
  },
  {
    name: "a partner's withdrawal said to be of a referrer's share",
    corrupt:
      "update payments_withdrawals set source = 'referral' where source = 'partner' and state = 'requested'",
    finds: "a withdrawal has its hold",
  },
  {
    name: "a partner's earnings that came into the wallet one kopeck too many",
    corrupt: `update payments_withdrawals set amount_kopecks = amount_kopecks - 1 where source = 'partner' and state = 'paid'`,
    finds: ["a withdrawal has its hold", "earnings that were paid into the balance arrived there"],
  },
  {
    name: "a hold of a partner's earnings without a withdrawal",
    corrupt: "delete from payments_withdrawals where source = 'partner' and state = 'requested'",
    finds: "every hold of a withdrawal belongs to one",
  },
  {
    name: "a withdrawal signed by its own receiver",
    corrupt: `update payments_withdrawals set approved_by = user_id where id = ${withdrawal("paid")}`,
    finds: "nobody their own",
  },
  {
    name: "one coupon redeemed for two payments",
    corrupt: `update payments_coupons set payment_id = (select min(payment_id) from payments_coupons) where payment_id is not null`,
    finds: "every payment by coupon has its redeemed code",
  },
  {
    name: "a redeemed coupon free again",
    corrupt: `update payments_coupons set redeemed_at = null, redeemed_by = null, payment_id = null where payment_id is not null`,
    finds: "every payment by coupon has its redeemed code",
  },
];

/** A search that has found an order, begun before it with these limits. */
function searchOf(orderId: string, limits: Record<string, string>): string[] {
  const made = `insert into activations_searches (user_id, channel, service_id, country_id, seconds, attempts_max, state, activation_id,
      ends_at, closed_at, ${Object.keys(limits).join(", ")})
    select user_id, 'site', service_id, country_id, 60, 30, 'found', id, app_now(), app_now(), ${Object.values(limits).join(", ")}
    from activations where id = ${orderId}`;
  const link = `insert into activations_search_orders (activation_id, search_id)
    select activation_id, id from activations_searches where activation_id = ${orderId}`;
  return [made, link];
}

/** A search that was begun and never went on, in this state of its row. */
function idleSearch(values: Record<string, string>): string[] {
  return [
    `insert into activations_searches (user_id, channel, service_id, country_id, seconds, attempts_max, state, ends_at, next_at,
       ${Object.keys(values).join(", ")})
     select user_id, 'site', 52, 6, 60, 30, 'searching', app_now() + interval '1 minute', app_now() + interval '1 minute',
       ${Object.values(values).join(", ")}
     from activations order by id limit 1`,
  ];
}

const onSearches: Corruption[] = [
  {
    name: "a search without a limit that paid more than it was quoted",
    corrupt: searchOf(order("received"), {
      quoted_kopecks: "price_kopecks - 1",
      quoted_most_kopecks: "price_kopecks - 1",
    }),
    finds: "one without a limit has bought nothing above its quote",
  },
  {
    name: "a search above the last step of its ladder",
    corrupt: searchOf(order("received"), {
      step_seconds: "'{0}'::int[]",
      step_kopecks: "array[price_kopecks - 1]",
    }),
    finds: "within its highest limit",
  },
  {
    name: "a search that waits for money without a price",
    corrupt: idleSearch({ waiting_for: "'money'" }),
    finds: "waits for money has seen a price",
  },
  {
    name: "a search of an account that has no turn",
    corrupt: idleSearch({ created_at: "app_now() - interval '1 hour'" }),
    finds: "every account that searches has its turn",
  },
  {
    name: "a search that nobody looks at before its end",
    corrupt: [
      ...idleSearch({ operator: "'any'" }),
      "update activations_searches set next_at = ends_at + interval '1 hour' where state = 'searching'",
    ],
    finds: "is looked at by its end",
  },
  {
    name: "an account whose attempt never ends",
    corrupt: `insert into activations_search_turns (user_id, busy_until) values (1, app_now() + interval '1 day')
      on conflict (user_id) do update set busy_until = excluded.busy_until`,
    finds: "kept from its next attempt",
  },
];

const onJobs: Corruption[] = [
  {
    name: "a job that nobody takes",
    corrupt: `with task as (insert into graphile_worker._private_tasks (identifier) values ('forgotten') returning id)
      insert into graphile_worker._private_jobs (task_id, run_at) select id, now() - interval '1 hour' from task`,
    finds: "whatever is due is taken",
  },
  {
    name: "a job that was given up",
    corrupt: `with task as (insert into graphile_worker._private_tasks (identifier) values ('hopeless') returning id)
      insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, run_at) select id, 3, 3, now() from task`,
    finds: "none has been given up",
  },
];

const onFigures: Corruption[] = [
  {
    name: "a figure of a partner that no order stands behind",
    corrupt: `insert into statistics_supplied (supplier_id, day, kind, service_id, country_id, operator, requests, codes, cancelled, expired,
        reported, sms, share_kopecks) select min(id), date '2026-11-01', 'activation', 52, 6, 'any', 1, 1, 0, 0, 0, 1, 700 from supply_suppliers`,
    finds: "a partner's figures are those of the orders",
  },
  {
    name: "an order that is listed as a partner's and is nobody's",
    corrupt: `insert into statistics_supplied_orders (supplier_id, kind, order_id, is_running)
      select supplier_id, 'activation', id, true from activations where number is not null order by id limit 1`,
    finds: "is listed as that partner's, and no other",
  },
];

/** At least twenty kinds are asked for (reliability 4); each is found by a check of the part it belongs to. */
export const corruptions: readonly Corruption[] = [
  ...onTransfers,
  ...onWallets,
  ...onOrders,
  ...onPayments,
  ...onProgrammes,
  ...onEarnings,
  ...onFines,
  ...onMoneyOut,
  ...onSearches,
  ...onFigures,
  ...onJobs,
];
