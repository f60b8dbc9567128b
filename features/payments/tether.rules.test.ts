import { describe, expect, test } from "vitest";
import {
  isTronAddress,
  type MatchableInvoice,
  matchTransfer,
  transactionIdIn,
  usdtContract,
} from "#features/payments/tether.rules.ts";

const MINUTE = 60_000;
const invoice = (paymentId: number, amountMicro: bigint, part: Partial<MatchableInvoice> = {}) => ({
  paymentId,
  amountMicro,
  createdAtMs: 0,
  expiresAtMs: 60 * MINUTE,
  isPaid: false,
  ...part,
});
const at = (amountMicro: bigint, blockAtMs = 10 * MINUTE) => ({ amountMicro, blockAtMs });

describe("what a transfer is", () => {
  const one = invoice(1, 100_000_123n);
  const two = invoice(2, 100_000_124n);

  test.each([
    ["the exact amount in time", at(100_000_123n), [one, two], "exact", 1],
    ["the exact amount of the other invoice", at(100_000_124n), [one, two], "exact", 2],
    ["a millionth less where it can only be meant for one", at(100_000_122n), [one], "underpaid", 1],
    ["a millionth more where it can only be meant for one", at(100_000_124n), [one], "overpaid", 1],
    ["another amount where it can be meant for two", at(100_000_122n), [one, two], "unmatched", null],
    ["what an exchange kept its fee of", at(99_000_123n), [one], "underpaid", 1],
    ["far less than anything asked", at(60_000_000n), [one], "unmatched", null],
    ["a twentieth less", at(95_000_117n), [one], "underpaid", 1],
    ["more than a twentieth less", at(94_000_000n), [one], "unmatched", null],
    ["a twentieth less of much", at(1_900_000_000n), [invoice(4, 2_000_000_000n)], "underpaid", 4],
    [
      "rounded by hand, while another invoice is a fee away",
      at(100_000_000n),
      [one, invoice(3, 101_000_000n)],
      "underpaid",
      1,
    ],
    [
      "less a fee, while another invoice is further away",
      at(99_000_123n),
      [one, invoice(3, 103_000_000n)],
      "underpaid",
      1,
    ],
    [
      "less a fee, while two invoices are that near",
      at(99_000_123n),
      [one, invoice(3, 98_000_000n)],
      "unmatched",
      null,
    ],
    ["the exact amount in the last millisecond", at(100_000_123n, 60 * MINUTE), [one], "exact", 1],
    ["the exact amount a millisecond late", at(100_000_123n, 60 * MINUTE + 1), [one], "late", 1],
    ["another amount too late", at(99_000_000n, 60 * MINUTE + 1), [one], "unmatched", null],
    [
      "the exact amount before the invoice was there",
      at(100_000_123n, -2 * MINUTE),
      [one],
      "unmatched",
      null,
    ],
    ["the exact amount by a chain whose clock is behind", at(100_000_123n, -MINUTE), [one], "exact", 1],
    ["the exact amount once more", at(100_000_123n), [{ ...one, isPaid: true }], "second", 1],
    [
      "another amount when the only invoice is paid",
      at(99_000_000n),
      [{ ...one, isPaid: true }],
      "unmatched",
      null,
    ],
    ["anything without an invoice", at(1_000_000n), [], "unmatched", null],
  ] as const)("a transfer finds its invoice or none: %s", (_name, transfer, kept, match, paymentId) => {
    expect(matchTransfer(transfer, kept)).toEqual({ match, paymentId });
  });
});

test.each([
  [usdtContract, true],
  ["TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh", true],
  ["TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFi", false],
  ["tJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh", false],
  ["TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPF", false],
  ["T00000000000000000000000000000000O", false],
  ["0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c", false],
  ["1BoatSLRHtKNngkdXEeobR76b53LETtpyT", false],
  [`T${"1".repeat(33)}`, false],
  [`T${"z".repeat(33)}`, false],
  ["", false],
])("an address of Tron is told by its checksum: %s", (text, is) => {
  expect(isTronAddress(text)).toBe(is);
});

test("a transaction's id is found in what people paste", () => {
  const id = "7c2d4206c03a883dd9066d6c839b2d2c8b8a2e1d1f3c9c4a5b6d7e8f90a1b2c3";
  expect(transactionIdIn(` ${id}\n`)).toBe(id);
  expect(transactionIdIn(id.toUpperCase())).toBe(id);
  expect(transactionIdIn(`https://tronscan.org/#/transaction/${id}`)).toBe(id);
  expect(transactionIdIn(`${id}0`)).toBeNull();
  expect(transactionIdIn(id.slice(1))).toBeNull();
  expect(transactionIdIn(`${id} ${id.replace("7", "8")}`)).toBeNull();
  expect(transactionIdIn("")).toBeNull();
});
