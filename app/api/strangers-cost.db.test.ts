import { describe, expect, it } from "vitest";
import { apiRoutes } from "#app/api/api-app.ts";
import { pathsOf, type Sent, tooDear } from "#app/api/strangers-cost.factory.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { CSP_REPORT_PATH } from "#lib/api/front-door/policies.ts";
import { type CostlyBody, costlyBodies, packedBodies, stuffedBody } from "#lib/testing/costly-body.ts";

const KB = 1_024;
const sizes = [KB, 8 * KB, 64 * KB, 256 * KB];
const allBodies = [...sizes.flatMap(costlyBodies), ...packedBodies()];
/** Enough for endpoints that look at nobody's body before they know who sends it. */
const fewBodies = [
  ...costlyBodies(256 * KB).filter(({ name }) => /^(?:many zeros|one endless text|many fields)/.test(name)),
  ...packedBodies().slice(0, 2),
];

function bodiesFor(endpoint: Endpoint): CostlyBody[] {
  const reads = endpoint.access === "public" && endpoint.method !== "GET";
  const schema = endpoint.body ?? endpoint.documentedBody;
  const stuffed = schema && reads ? sizes.map((size) => stuffedBody(schema, size)) : [];
  return [...(reads ? allBodies : fewBodies), ...stuffed.filter((body) => body !== null)];
}

const longQuery = `?${"a=%61&".repeat(1_200)}`;
const longHeaders = { cookie: "a=b; ".repeat(1_500), "accept-language": "tr;q=0.5,".repeat(200) };

/** Streams answer until they are left; a stranger is refused there like everywhere. */
const endpoints = apiRoutes.map(({ endpoint }) => endpoint);

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_id, endpoint) => {
  it("costs a stranger no less to send than to serve, whatever is sent", { timeout: 300_000 }, async () => {
    const { method } = endpoint;
    const requests = pathsOf(endpoint).flatMap((path): Sent[] => [
      { method, path: `${path}${longQuery}` },
      { method, path, headers: longHeaders },
      ...bodiesFor(endpoint).map((body) => ({ method, path, body })),
    ]);
    expect(await tooDear(requests)).toEqual([]);
  });
});

describe("addresses that are no endpoints", () => {
  it.each([
    ["the bots' protocol", `${handlerPath}?action=getBalance`, allBodies],
    [
      "the bots' protocol with a key that is none",
      `${handlerPath}?action=getNumber&api_key=${"a".repeat(32)}`,
      allBodies,
    ],
    ["the assistants' door", assistantPath, allBodies],
    ["reports of the content policy", CSP_REPORT_PATH, allBodies],
    ["an address of nothing", "/api/nothing/at/all", fewBodies],
    ["a page", "/en/nothing", fewBodies],
  ] as const)(
    "costly bodies cost little where nobody reads them: %s",
    { timeout: 300_000 },
    async (_name, path, bodies) => {
      const requests = bodies.map((body): Sent => ({ method: "POST", path, body }));
      const mark = path.includes("?") ? "&" : "?";
      requests.push({ method: "GET", path: `${path}${mark}${longQuery.slice(1)}` });
      expect(await tooDear(requests)).toEqual([]);
    },
  );
});
