import type { Sample } from "#features/api-docs/samples/verifying.rules.ts";

/** The first code with a client that is made out of the OpenAPI document. `base`: the public address. */
export function clientSamples(base: string): readonly Sample[] {
  return [
    {
      caption: "TypeScript · openapi-typescript",
      code: [
        "npm install openapi-fetch",
        `npx openapi-typescript ${base}/api/v1/openapi.json -o sms-den.ts`,
      ].join("\n"),
    },
    { caption: "TypeScript", code: firstCode(base) },
  ];
}

/** A whole program; a test holds it against the types of the client. */
export function firstCode(base: string): string {
  return `import createClient from "openapi-fetch";
import type { paths } from "./sms-den.ts";

const headers = { authorization: "Bearer YOUR_KEY" };
const client = createClient<paths>({ baseUrl: "${base}", headers });
const once = () => ({ "Idempotency-Key": crypto.randomUUID() });

const { data: order, error } = await client.POST("/api/v1/activations", {
  params: { header: once() },
  body: { service: "tg", country: 6, maxPriceKopecks: 1500 },
});
if (!order) throw new Error(\`\${error.error.code}: \${error.error.docs}\`);
console.log(order.number);

const path = { id: order.id };
const { data: now } = await client.GET("/api/v1/activations/{id}", {
  params: { path, query: { wait: 25 } },
});
console.log(now?.messages[0]?.code ?? "nothing yet");

if (now?.state === "received") {
  await client.POST("/api/v1/activations/{id}/finish", { params: { path, header: once() } });
} else {
  await client.POST("/api/v1/activations/{id}/cancel", { params: { path, header: once() } });
}`;
}
