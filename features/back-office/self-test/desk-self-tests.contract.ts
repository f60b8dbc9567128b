import { z } from "zod";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { supplierCodePattern } from "#features/supply/operation.rules.ts";
import {
  SelfTestDetails,
  SelfTestInput,
  SelfTestsView,
  TestExchangeView,
} from "#features/supply/self-test/self-tests.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

const Code = z.string().regex(supplierCodePattern);
const staff = { tag: "desk", access: "staff", permission: "support" } as const;
const { SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, SELF_TEST_NOT_FOUND, SELF_TEST_RUNNING, SELF_TEST_TOO_OFTEN } =
  operationErrors;

export const deskListSelfTestsEndpoint = defineEndpoint({
  ...staff,
  id: "deskListSelfTests",
  method: "GET",
  path: "/desk/suppliers/{code}/self-tests",
  summary: "The last runs of a supplier's self-test",
  params: z.object({ code: Code }),
  response: SelfTestsView,
  errors: [SUPPLIER_NOT_FOUND],
});

export const deskStartSelfTestEndpoint = defineEndpoint({
  ...staff,
  id: "deskStartSelfTest",
  method: "POST",
  path: "/desk/suppliers/{code}/self-tests",
  summary: "Run the protocol's acceptance tests against a supplier",
  stepUp: true,
  keyed: true,
  params: z.object({ code: Code }),
  body: SelfTestInput,
  status: 201,
  response: SelfTestDetails,
  errors: [SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, SELF_TEST_RUNNING, SELF_TEST_TOO_OFTEN],
});

export const deskGetSelfTestEndpoint = defineEndpoint({
  ...staff,
  id: "deskGetSelfTest",
  method: "GET",
  path: "/desk/suppliers/{code}/self-tests/{id}",
  summary: "One run with its verdicts and exchanges",
  params: z.object({ code: Code, id: Id }),
  response: SelfTestDetails,
  errors: [SUPPLIER_NOT_FOUND, SELF_TEST_NOT_FOUND],
});

export const deskGetTestExchangeEndpoint = defineEndpoint({
  ...staff,
  id: "deskGetTestExchange",
  method: "GET",
  path: "/desk/suppliers/{code}/self-tests/{id}/exchanges/{exchangeId}",
  summary: "One exchange of a run as it went over the wire, without the key",
  params: z.object({ code: Code, id: Id, exchangeId: Id }),
  response: TestExchangeView,
  errors: [SUPPLIER_NOT_FOUND, SELF_TEST_NOT_FOUND],
});
