import { expect, test } from "vitest";
import {
  cleanText,
  needsTwoPeople,
  paymentIdOfTransfer,
  transferReference,
} from "#features/payments/transfers/transfers.rules.ts";

test("a reference names its payment, in any case and with blanks around", () => {
  for (const id of [1, 23, 100_017, 999_999_999_999]) {
    const reference = transferReference(id);
    expect(reference).toMatch(new RegExp(`^T${id}[A-Z]$`));
    expect(paymentIdOfTransfer(` ${reference.toLowerCase()} `)).toBe(id);
  }
});

test("a reference with one wrong digit or two that changed places names nothing", () => {
  const reference = transferReference(100_017);
  const digits = "100017";
  for (let place = 0; place < digits.length; place += 1) {
    for (const other of "0123456789") {
      if (other === digits[place]) continue;
      const wrong = `T${digits.slice(0, place)}${other}${digits.slice(place + 1)}${reference.at(-1)}`;
      expect(paymentIdOfTransfer(wrong)).toBeNull();
    }
  }
  expect(paymentIdOfTransfer(`T100071${reference.at(-1)}`)).toBeNull();
});

test.each(["", "T", "T0A", "100017", "T100017", "T-1A", `T${"9".repeat(50)}A`, "T1e3A"])(
  "'%s' is not the reference of a payment",
  (text) => expect(paymentIdOfTransfer(text)).toBeNull(),
);

test.each([
  [5_000_000, 5_000_000, false],
  [5_000_001, 5_000_001, true],
  [1_000, 5_000_001, true],
  [5_000_001, 1_000, true],
])("of %i agreed and %i received, with a limit of 5,000,000: two people = %s", (agreed, received, two) => {
  expect(needsTwoPeople({ agreedKopecks: agreed, receivedKopecks: received }, 5_000_000)).toBe(two);
});

test("free text keeps its lines and loses what does not show", () => {
  expect(cleanText("  one\r\ntwo\u2028three\u0000\u0007\ud800 four\t ")).toBe("one\ntwo\nthree    four");
});
