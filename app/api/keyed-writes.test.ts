import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { apiRoutes } from "#app/api/api-app.ts";
import { defineEndpoint, type KeyOf } from "#lib/api/endpoint.ts";
import { makeOpenApiDocument } from "#lib/api/openapi.ts";
import { errorRowsOf } from "#lib/api/refusals.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

/** Whether writes under a tag move money or orders. A new tag must say so here. */
const movesMoneyOrOrders: Readonly<Record<string, boolean>> = {
  activations: true,
  rentals: true,
  "ready-accounts": true,
  licences: true,
  payments: true,
  withdrawals: true,
  desk: true,
  sandbox: true,
  partners: true,
  stores: true,
  searches: true,
  community: false,
  Content: false,
  identity: false,
  keys: false,
  notifications: false,
  Policy: false,
  referrals: false,
  staff: false,
  webhooks: false,
};

/** Writes of those tags that need no key, by why a second call does nothing more. */
const unkeyed: Readonly<Record<string, readonly string[]>> = {
  "a step of one order: its state table lets it be taken once, and a second call answers what is so": [
    "cancelActivation",
    "reportActivation",
    "finishActivation",
    "askMoreCodes",
    "stopSearch",
    "cancelRental",
    "cancelWithdrawal",
    "confirmWithdrawalRequisites",
    "confirmReturnAddress",
    "deskStepWithdrawal",
    "deskConfirmTransfer",
    "deskCloseTransfer",
    "deskApproveCouponBatch",
    "deskVoidCouponBatch",
    "deskRejectCorrection",
    "deskRejectFactorRemoval",
  ],
  "the call names what it is about, and that is stored once": [
    "pushSms",
    "pushCall",
    "receivePaymentNotice",
    "saveCommerceOrders",
  ],
  "it sets what it says, so that a second call sets the same": [
    "reportNumbers",
    "releaseLicenceDevice",
    "acceptSaleAgreement",
    "activateLicence",
    "releaseLicenceByKey",
    "addTransferReceipt",
    "deskSuspendPerson",
    "deskBanPerson",
    "deskLiftBan",
    "deskGrantOpenMax",
    "deskSetAgreedPrice",
    "deskSetApiOnly",
    "deskEndApiOnly",
    "deskSetFlag",
    "deskSetRole",
    "deskSetStaff",
    "acceptStoreRules",
  ],
  "a second call mails a newer code, which ends the one before, and an account gets so many an hour": [
    "mailReturnCode",
  ],
  "a payment is taken by one account once, and credited once by its provider's reference": [
    "claimGuestPayments",
  ],
  "it moves nothing by itself": [
    "checkWork",
    "verifyLicence",
    "pingPartnerByPost",
    "deskAskProvider",
    "deskRevealRequisites",
  ],
  "money and time of a sandbox are play": ["moveSandboxClock", "resetSandbox"],
};

const endpoints = apiRoutes.map(({ endpoint }) => endpoint);
/** A GET for bearers alone is one that buys. */
const writes = endpoints.filter(({ method, access }) => method !== "GET" || access === "bearer");

describe("a write that moves money or orders", () => {
  test("takes an idempotency key, or stands in the list of those whose repetition changes nothing", () => {
    const tags = new Set(writes.map(({ tag }) => tag));
    expect(
      [...tags].toSorted(),
      "Say in movesMoneyOrOrders whether writes of a new tag move money or orders.",
    ).toEqual(Object.keys(movesMoneyOrOrders).toSorted());
    const bare = writes.filter(({ tag, keyed }) => movesMoneyOrOrders[tag] && keyed === undefined);
    expect(
      bare.map(({ id }) => id).toSorted(),
      "Declare the write as `keyed: true`, or name it in `unkeyed` with why a second call does nothing more.",
    ).toEqual(Object.values(unkeyed).flat().toSorted());
  });

  test("is handed its key as a string where it needs one, and no other endpoint is handed one", () => {
    const declared = <const Key extends true | "optional" | "once" | undefined>(keyed: Key) =>
      defineEndpoint({
        ...{ id: "x", method: "POST", path: "/x", summary: "", tag: "", errors: [], response: z.null() },
        access: "session",
        keyed,
      });
    const [needed, optional, once] = [declared(true), declared("optional"), declared("once")];
    expectTypeOf<KeyOf<typeof needed>>().toEqualTypeOf<string>();
    expectTypeOf<KeyOf<typeof once>>().toEqualTypeOf<string>();
    expectTypeOf<KeyOf<typeof optional>>().toEqualTypeOf<string | null>();
    expectTypeOf<KeyOf<ReturnType<typeof declared<undefined>>>>().toEqualTypeOf<null>();
    expect([needed, optional, once].map(({ keyed }) => keyed)).toEqual([true, "optional", "once"]);
  });

  test("is never by GET, but for the one that buys", () => {
    const safe = endpoints.filter(({ method, keyed }) => method === "GET" && keyed);
    expect(safe.map(({ id, keyed }) => [id, keyed])).toEqual([["getNumber", "optional"]]);
  });
});

describe("the document and the refusals", () => {
  const document = makeOpenApiDocument({ title: "", version: "", description: "", serverUrl: "", endpoints });
  type Operation = { operationId: string; parameters?: { name: string; required?: boolean }[] };
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path as object),
  ) as Operation[];

  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "tell the key of %s as its contract does",
    (id, endpoint) => {
      const { keyed, dialect } = endpoint;
      const operation = operations.find(({ operationId }) => operationId === id);
      const header = operation?.parameters?.find(({ name }) => name === "Idempotency-Key");
      expect(header && (header.required ?? false)).toBe(keyed && keyed !== "optional");
      const rows = errorRowsOf(endpoint);
      expect(rows.includes(apiErrors.IDEMPOTENCY_MISMATCH)).toBe(keyed === true || keyed === "optional");
      expect(rows.includes(apiErrors.IDEMPOTENCY_KEY_MISSING)).toBe(keyed === true && dialect === "v1");
      expect(endpoint.errors).not.toContain(apiErrors.IDEMPOTENCY_MISMATCH);
      expect(endpoint.description ?? "").not.toContain("Needs the header");
    },
  );
});
