import { z } from "zod";
import { operationErrors } from "#features/supply/operation.errors.ts";
import {
  SelfTestDetails,
  SelfTestInput,
  SelfTestsView,
  TestExchangeView,
} from "#features/supply/self-test/self-tests.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

const cabinet = { tag: "partners", access: "partner" } as const;
const { SELF_TEST_NOT_FOUND, SUPPLIER_ENDED, SELF_TEST_RUNNING, SELF_TEST_TOO_OFTEN } = operationErrors;

export const listSelfTestsEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetListSelfTests",
  method: "GET",
  path: "/cabinet/self-tests",
  summary: "The last runs of the protocol's self-test",
  response: SelfTestsView,
  errors: [],
});

export const startSelfTestEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetStartSelfTest",
  method: "POST",
  path: "/cabinet/self-tests",
  summary: "Run the protocol's acceptance tests against the partner's supplier",
  description:
    "One run at a time and six an hour. The run goes on by itself; ask for it to see its verdicts.",
  keyed: true,
  body: SelfTestInput,
  status: 201,
  response: SelfTestDetails,
  errors: [SUPPLIER_ENDED, SELF_TEST_RUNNING, SELF_TEST_TOO_OFTEN],
});

export const getSelfTestEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetGetSelfTest",
  method: "GET",
  path: "/cabinet/self-tests/{id}",
  summary: "One run with its verdicts and exchanges",
  params: idParams,
  response: SelfTestDetails,
  errors: [SELF_TEST_NOT_FOUND],
});

export const getTestExchangeEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetGetTestExchange",
  method: "GET",
  path: "/cabinet/self-tests/{id}/exchanges/{exchangeId}",
  summary: "One exchange of a run as it went over the wire, without the key",
  params: z.object({ id: Id, exchangeId: Id }),
  response: TestExchangeView,
  errors: [SELF_TEST_NOT_FOUND],
});
