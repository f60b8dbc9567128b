import { describe, expect, test } from "vitest";
import {
  AMOUNT_KOPECKS,
  contractOf,
  MAY_CHANGE,
  methods,
  otherId,
  owner,
} from "#features/payments/gateway/gateway-contract.factory.ts";
import type { SignedNotice, StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";
import { databaseImage } from "#lib/testing/database-image.ts";

describe.each(methods)("$name", (method) => {
  const { standIn, start, pay, send, tell, ask, later, stateOf, balanceOf, impatient } = contractOf(method);

  describe("forged notices", () => {
    const forgeries: [string, (payment: StandInPayment) => SignedNotice][] = [
      ["no signature", (payment) => standIn.unsigned(standIn.notice(payment))],
      ["the signature of another key", (payment) => standIn.notice(payment, { isForged: true })],
      [
        "a right signature on another body",
        (payment) => {
          const { rawBody, headers } = standIn.notice(payment);
          return { rawBody: rawBody.replace(/\}\s*$/, ',"more":"words"}'), headers };
        },
      ],
      ["a signature that is no text of a signature", (payment) => standIn.misSigned(standIn.notice(payment))],
    ];

    test.each(forgeries)("%s: refused, the provider is not asked, no row changes", async (_name, forge) => {
      const started = await start();
      pay(started.payment);
      await tell({ ...started.payment, id: otherId(started.payment.id) });
      const notice = forge(started.payment);
      const before = await databaseImage(owner, MAY_CHANGE);
      const calls = standIn.calls;
      expect((await send(notice)).status).toBe(401);
      expect(standIn.calls).toBe(calls);
      expect(await databaseImage(owner, MAY_CHANGE)).toEqual(before);
    });

    test.skipIf(standIn.oldestNoticeSeconds === null)("one that is too old is refused", async () => {
      const started = await start();
      pay(started.payment);
      const ageSeconds = (standIn.oldestNoticeSeconds ?? 0) + 120;
      const before = await databaseImage(owner, MAY_CHANGE);
      expect(await tell(started.payment, { ageSeconds })).toBe(401);
      expect(await databaseImage(owner, MAY_CHANGE)).toEqual(before);
    });
  });

  describe("a provider that is not well", () => {
    test.each(["5xx", "nonsense", "silence"] as const)(
      "%s: the payment stays pending and is asked again",
      async (fault) => {
        const started = await start();
        pay(started.payment);
        const notice = standIn.notice(started.payment);
        standIn.fault = fault;
        expect((await send(notice, impatient().api)).status).toBe(503);
        await later("11 seconds");
        await ask(impatient().gateways);
        expect(await stateOf(started)).toBe("pending");
        standIn.fault = "none";
        expect((await send(notice)).status).toBe(200);
        expect(await balanceOf(started.user)).toBe(AMOUNT_KOPECKS);
      },
    );

    test("one that cannot be reached expires nothing", async () => {
      const started = await start();
      standIn.fault = "5xx";
      await later("2 hours");
      await ask();
      expect(await stateOf(started)).toBe("pending");
    });
  });
});
