import { featureOrder } from "#lib/tooling/feature-order.ts";
import { Draft, type NewFiles, placeIn, type ReadFile, spellings } from "#lib/tooling/new-files.ts";
import { Problem } from "#lib/tooling/problem.ts";

const ORDER = "lib/tooling/feature-order.ts";
const WORKER = "app/_processes/worker.ts";
const SWEEPS = "app/_processes/worker/sweeps.ts";
const GATEWAYS = "features/payments/payments.gateway.ts";
const STAND_INS = "lib/payment-stand-ins/registry.ts";

/** A feature with its place in the order: `gift-cards below loyalty`, and the room in which its invariants will stand. */
export function planFeature(name: string, below: string | undefined, read: ReadFile): NewFiles {
  const { camel } = spellings(name);
  if (!below || !(featureOrder as readonly string[]).includes(below)) {
    throw new Problem(
      `Say below which feature it stands: npm run new -- feature ${name} --below <one of ${featureOrder.join(", ")}>. ` +
        "It may import those above it.",
    );
  }
  const draft = new Draft(read);
  draft.insert(ORDER, "behind", `  "${below}",\n`, `  "${name}",\n`);
  draft.create(
    `features/${name}/${name}.checks.ts`,
    `import type { Check } from "#lib/db/check.ts";

/** Invariants of ${name.replaceAll("-", " ")}, each an SQL query of the rows that break it. */
export const ${camel}Checks: Check[] = [];
`,
  );
  return {
    files: draft.files,
    left: [
      `Name ${name} in the order of the features in README.md, behind ${below}.`,
      `Its words go into docs/glossary.md, its texts into messages/*.json below "${camel}".`,
      "Rooms and what they hold: README.md, the map of the house; recipes: CONTRIBUTING.md.",
    ],
  };
}

/** A job of a feature, registered in the worker: `loyalty/yearly-letter`. Until its handler is written it fails and is tried again. */
export function planJob(place: string, read: ReadFile): NewFiles {
  const { feature, topic } = placeIn(place, "loyalty/yearly-letter");
  const { camel, title } = spellings(topic);
  const file = `features/${feature}/${topic}.jobs.ts`;
  const draft = new Draft(read);
  draft.create(
    file,
    `import { z } from "zod";
import { defineJob, type Job } from "#lib/jobs/queue.ts";

/** ${title}. The payload names the row; the handler takes that row under lock and leaves when its state has moved on. */
const ${camel}Job = defineJob({
  name: "${feature.replaceAll("-", "_")}_${spellings(topic).snake}",
  payload: z.object({ id: z.int() }),
  handler: async () => {
    throw new Error("${file} has no handler yet: write what the job does");
  },
});

/** The worker runs them. */
export const ${camel}Jobs = [${camel}Job] as unknown as readonly Job<never>[];
`,
  );
  draft.insert(WORKER, "behind", "const jobs = [\n", `  ...${camel}Jobs,\n`);
  draft.addImport(WORKER, `import { ${camel}Jobs } from "#${file}";`);
  return {
    files: draft.files,
    left: [
      `Write the handler in ${file}, and export the job where something enqueues it (enqueue, in the transaction of the deed).`,
      "What is done by the clock is a sweep instead: npm run new -- sweep <feature>/<topic>.",
    ],
  };
}

/** A sweep of a feature, registered in the worker: `loyalty/old-letters`. Until it is written it fails and is tried again. */
export function planSweep(place: string, read: ReadFile): NewFiles {
  const { feature, topic } = placeIn(place, "loyalty/old-letters");
  const { camel, pascal } = spellings(topic);
  const file = `features/${feature}/${topic}.jobs.ts`;
  const words = topic.replaceAll("-", " ");
  const draft = new Draft(read);
  draft.create(
    file,
    `import type { Db } from "#lib/db/pool.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";

/** Does one batch of what is due. Answers how many rows were done. */
async function take${pascal}(_db: Db): Promise<number> {
  const due: readonly number[] = [];
  if (due.length === 0) throw new Error("${file} finds no rows yet: write which are due, and what is done");
  return takeEach("${words}", due, async (_id) => {});
}

export const ${camel}Sweeps = [
  defineSweep({ name: "${feature}: ${words}", everyMs: 60_000, run: take${pascal} }),
];
`,
  );
  draft.insert(SWEEPS, "behind", "  ...restSweeps,\n", `  ...${camel}Sweeps,\n`);
  draft.addImport(SWEEPS, `import { ${camel}Sweeps } from "#${file}";`);
  return {
    files: draft.files,
    left: [
      `Write in ${file} which rows are due (a batch, for update skip locked; times by app_now()) and what is done with one.`,
      "Test it on a real database: a *.jobs.db.test.ts beside it, with the clock moved instead of waiting.",
    ],
  };
}

/** A payment provider: not offered before its settings are there, and refusing everything until its adapter is written. */
export function planProvider(name: string, read: ReadFile): NewFiles {
  const { camel, pascal, title, setting } = spellings(name);
  const file = `features/payments/gateway/${name}.gateway.ts`;
  const standIn = `lib/payment-stand-ins/${name}.ts`;
  const draft = new Draft(read);
  draft.create(file, providerText({ name, camel, pascal, title, setting, file }));
  draft.addImport(GATEWAYS, `import { ${camel}Provider } from "#${file}";`);
  draft.insert(GATEWAYS, "behind", "  btcPayProvider,\n", `  ${camel}Provider,\n`);
  draft.create(standIn, standInText({ pascal, title, setting }));
  draft.addImport(STAND_INS, `import { ${pascal}StandIn } from "#${standIn}";`);
  draft.insert(
    STAND_INS,
    "behind",
    "  btcpay: () => new BtcPayStandIn(),\n",
    `  "${name}": () => new ${pascal}StandIn(),\n`,
  );
  draft.insert(
    "lib/env.ts",
    "before",
    "  /** Where the simulated crypto providers of the default start listen",
    `  /** ${title}: the address and the key of its API. */\n  ${setting}_URL: optionalText,\n  ${setting}_API_KEY: optionalText,\n`,
  );
  draft.create(
    `public/icons/payments/${name}.svg`,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 20"><rect width="32" height="20" rx="3" fill="#64748b"/></svg>\n',
  );
  return {
    files: draft.files,
    draw: ["lib/tooling/write-settings.ts", "lib/tooling/build-catalogue-data.ts"],
    left: [
      `Write the calls in ${file} (provider.gateway.ts says what each promises; a null refund: it cannot). Its row there has limits, currency and name.`,
      `Write ${standIn}: its contract (*.contract.db.test.ts), the journeys and the default start pay at it. Until it answers, the contract fails.`,
      `The contract of this one alone: npm test -- contract.db -t ${name}`,
      `Take the line \`place\` off when it answers: then the default start has a page for it.`,
      `Draw its mark (public/icons/payments/${name}.svg) and put it into the sheet again: npm run catalogue.`,
      "A name that is no brand: leave `name` out of the row and put it below payments.methods into the messages.",
    ],
  };
}

type Provider = Pick<ReturnType<typeof spellings>, "camel" | "pascal" | "title" | "setting"> & {
  name: string;
  file: string;
};

function providerText({ name, camel, pascal, title, setting, file }: Provider): string {
  return `import { GatewayFault, type PaymentGateway, type Provider } from "#features/payments/gateway/provider.gateway.ts";

type ${pascal}Options = { readonly url: string; readonly apiKey: string; readonly timeoutMs?: number | undefined };

export const ${camel}Provider: Provider = {
  id: "${name}",
  methods: [
    {
      id: "${name}",
      name: "${title}",
      screen: "redirect",
      currency: "USD",
      roubles: [500, 100_000],
      marks: ["${name}"],
    },
  ],
  connect({ ${setting}_URL: url, ${setting}_API_KEY: apiKey }, timeoutMs) {
    return url && apiKey ? create${pascal}({ url, apiKey, timeoutMs }) : null;
  },
};

function unwritten(call: string, what: string): GatewayFault {
  return new GatewayFault(\`${file} has no \${call} yet: \${what}\`);
}

/** The provider's API; \`provider.gateway.ts\` says what each call promises. */
function create${pascal}({ url }: ${pascal}Options): PaymentGateway {
  return {
    id: "${name}",
    createPayment: async ({ reference }) => {
      throw unwritten("createPayment", \`ask \${url} for a payment of \${reference} and answer its id and page\`);
    },
    // Nothing is believed until the signature over the raw body is checked here.
    parseWebhook: () => ({ kind: "refused", reason: "no-signature" }),
    fetchStatus: async (providerPaymentId) => {
      throw unwritten("fetchStatus", \`ask \${url} what became of \${providerPaymentId}\`);
    },
    refund: null,
  };
}
`;
}

function standInText({ pascal, title, setting }: Pick<Provider, "pascal" | "title" | "setting">): string {
  return `import { ProviderStandIn, type SignedNotice, type StandInAnswer } from "#lib/payment-stand-ins/stand-in.ts";

/** Speaks as ${title}'s API; \`stand-in.ts\` says what each call promises. */
export class ${pascal}StandIn extends ProviderStandIn {
  readonly title = "${title}";
  override readonly place = "tests";
  readonly apiKey = "the api key of the stand-in";
  readonly signatureHeaders = [];
  readonly oldestNoticeSeconds = null;

  settingsAt(url: string) {
    return { ${setting}_URL: url, ${setting}_API_KEY: this.apiKey };
  }

  /** It knows nothing yet: make payments with \`this.open\`, their pages with \`this.pageAt\`. */
  protected answer(): StandInAnswer | null {
    return null;
  }

  notice(): SignedNotice {
    throw new Error("sign here as ${title} does");
  }
}
`;
}
