import { activationErrors } from "#features/activations/activations.errors.ts";
import { assistantSamples } from "#features/api-docs/samples/assistant-samples.rules.ts";
import { clientSamples } from "#features/api-docs/samples/client.rules.ts";
import { type Sample, verifying } from "#features/api-docs/samples/verifying.rules.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { classicEventBody, eventBody, shownEvent } from "#features/rest-api/webhooks/webhook-events.rules.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/** The code of each section that has some, by `page/section`. `base`: the public address. */
export function samplesOf(base: string): Readonly<Record<string, readonly Sample[]>> {
  const handler = `${base}${handlerPath}`;
  const rest = `${base}/api/v1`;
  const call = (query: string) => `curl '${handler}?api_key=YOUR_KEY&${query}'`;
  return {
    "start/handler-five": [
      {
        caption: "curl",
        code: [
          call("action=getBalance"),
          "# ACCESS_BALANCE:1000.00",
          "",
          call("action=getPrices&service=tg&country=6"),
          '# {"6":{"tg":{"cost":12.5,"count":158,"physicalCount":158}}}',
          "",
          call("action=getNumber&service=tg&country=6&maxPrice=15"),
          "# ACCESS_NUMBER:635468:628123456789",
          "",
          call("action=getStatus&id=635468"),
          "# STATUS_WAIT_CODE ... STATUS_OK:12345",
          "",
          call("action=setStatus&id=635468&status=6"),
          "# ACCESS_ACTIVATION",
        ].join("\n"),
      },
    ],
    "start/rest-five": [
      {
        caption: "curl",
        code: [
          `curl -H 'Authorization: Bearer YOUR_KEY' '${rest}/balance'`,
          `curl '${rest}/offers?service=tg&country=6'`,
          "",
          "curl -X POST -H 'Authorization: Bearer YOUR_KEY' -H 'Content-Type: application/json' \\",
          "  -H 'Idempotency-Key: 7f1c9c1e-0001' \\",
          `  -d '{"service":"tg","country":6,"maxPriceKopecks":1500}' '${rest}/activations'`,
          "",
          `curl -H 'Authorization: Bearer YOUR_KEY' '${rest}/activations/635468?wait=25'`,
          "",
          "curl -X POST -H 'Authorization: Bearer YOUR_KEY' -H 'Idempotency-Key: 7f1c9c1e-0002' \\",
          `  '${rest}/activations/635468/finish'`,
        ].join("\n"),
      },
      ...clientSamples(base),
    ],
    "assistants/clients": assistantSamples(`${base}${assistantPath}`),
    "rest/waiting": [
      {
        caption: "curl",
        code: `curl -H 'Authorization: Bearer YOUR_KEY' '${rest}/activations?ids=635468,635469&wait=25'`,
      },
    ],
    "handler/transport": [
      {
        caption: "curl",
        code: [
          `curl -H 'Authorization: Bearer YOUR_KEY' '${handler}?action=getBalance'`,
          `curl -d 'api_key=YOUR_KEY' -d 'action=getBalance' '${handler}'`,
        ].join("\n"),
      },
    ],
    "keys/send": [
      {
        caption: "HTTP",
        code: [
          "Authorization: Bearer sd_live_0123456789abcdef0123456789abcdef01234567",
          "X-Api-Key: 0123456789abcdef0123456789abcdef",
          `${handlerPath}?api_key=0123456789abcdef0123456789abcdef&action=getBalance`,
        ].join("\n"),
      },
    ],
    "sandbox/clock": [
      {
        caption: "curl",
        code: [
          call("action=getNumber&service=vi&country=6"),
          call("action=sandboxAdvance&seconds=1200"),
          call("action=getStatus&id=ORDER_ID"),
          "# STATUS_CANCEL",
        ].join("\n"),
      },
      {
        caption: "curl · JSON",
        code: [
          `curl -X POST -H 'Authorization: Bearer YOUR_KEY' -H 'Content-Type: application/json' \\`,
          `  -d '{"seconds":1200}' '${base}/api/sandbox/clock'`,
        ].join("\n"),
      },
    ],
    "rent/calls": [
      {
        caption: "curl",
        code: [
          call("action=getRentServicesAndCountries&country=6&rent_time=4"),
          call("action=getRentNumber&service=tg&country=6&rent_time=4"),
          call("action=getRentStatus&id=1049"),
          call("action=continueRentInfo&id=1049&hours=24"),
          call("action=continueRentNumber&id=1049&rent_time=24"),
        ].join("\n"),
      },
    ],
    "stream/connect": [
      {
        caption: "curl",
        code: `curl -N -H 'Authorization: Bearer YOUR_KEY' '${base}/api/stream'`,
      },
      { caption: "text/event-stream", code: streamText },
    ],
    "webhooks/body": [
      {
        caption: "POST",
        code: [
          "webhook-id: msg_2KWPBgLlAfxdpx2AI54pPJ85f4W",
          "webhook-timestamp: 1795262467",
          "webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
          "content-type: application/json",
          "",
          eventBody(shownEvent),
        ].join("\n"),
      },
    ],
    "webhooks/formats": [{ caption: "classic", code: classicEventBody() }],
    "webhooks/verify": verifying,
    "errors/body": [
      {
        caption: "JSON",
        code: JSON.stringify(
          {
            error: {
              code: activationErrors.NO_NUMBERS.code,
              message: translateMessage("en", activationErrors.NO_NUMBERS.messageKey),
              requestId: "01JD7Y3S8E9Q6Z",
              docs: `${base}/docs/errors/no-numbers`,
            },
          },
          null,
          2,
        ),
      },
      { caption: "handler_api.php", code: "NO_NUMBERS" },
      {
        caption: "handler_api.php · getRent…",
        code: '{"status":"error","message":"NO_NUMBERS"}',
      },
    ],
  };
}

const streamText = [
  "event: ready",
  'data: {"resumed":false}',
  "",
  "id: 4711",
  "event: activation",
  'data: {"activation":{"id":635468,"state":"received","messages":[{"code":"12345", …}], …}}',
  "",
  "event: balance",
  'data: {"balance":987.5, …}',
].join("\n");
