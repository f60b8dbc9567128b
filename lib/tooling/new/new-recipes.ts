import { DECISIONS, listDecisionFiles } from "#lib/tooling/drawn/decisions.ts";
import { featureOrder } from "#lib/tooling/feature-order.ts";
import {
  Draft,
  type NewFiles,
  pageSegments,
  placeIn,
  type ReadFile,
  spellings,
} from "#lib/tooling/new/new-files.ts";
import { Problem } from "#lib/tooling/problem.ts";

const MANIFEST = "features/site/pages.rules.ts";
const API = "app/api/api-app.ts";
const WORKER = "app/_processes/worker.ts";
const SWEEPS = "app/_processes/worker/sweeps.ts";
const GATEWAYS = "features/payments/payments.gateway.ts";
const STAND_INS = "lib/payment-stand-ins/registry.ts";

/** Pages of these sections are written by hand: each has a shape of its own. */
const BY_HAND: Readonly<Record<string, string>> = {
  desk: "A page of the desk asks for a permission; copy app/[locale]/desk/flags/page.tsx and give it a row in deskPages.",
  authorization: "Pages for guests are forms of their own; copy app/[locale]/request-password/page.tsx.",
};

/** A page with its row in the manifest and the words of its head in every language. `page`: `profile/gift-cards`, `gift-cards`. */
export function planPage(page: string, read: ReadFile): NewFiles {
  const segments = pageSegments(page);
  const [section = ""] = segments;
  const byHand = BY_HAND[section];
  if (byHand) throw new Problem(byHand);
  const draft = new Draft(read);
  const path = `/${segments.join("/")}`;
  const isForUsers = section === "profile";
  const { camel, pascal } = spellings(segments.join("-").replaceAll(/[[\]]/g, ""));
  const component = pascal.replace(/^Profile(?=.)/, "");
  const menuText = component.charAt(0).toLowerCase() + component.slice(1);
  const title = `${camel}Title`;
  const words = component.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const description = `${camel}Description`;
  const head = isForUsers
    ? `title: "site.meta.${title}"`
    : `head: { title: "site.meta.${title}", description: "site.meta.${description}" }`;
  const neighbour = isForUsers ? '  { path: "/success-payment"' : '  { path: "/search"';
  draft.insert(MANIFEST, "before", neighbour, `  { path: "${path}", ${head} },\n`);
  draft.addTexts(["site", "meta"], { [title]: words, ...(isForUsers ? {} : { [description]: words }) });
  if (!isForUsers && !new RegExp(`^  "?${section}"?: "everybody"`, "m").test(draft.text(MANIFEST)))
    draft.insert(MANIFEST, "behind", '  faq: "everybody",\n', `  "${section}": "everybody",\n`);
  const template = isForUsers ? "page-of-users.tsx" : "page-of-everybody.tsx";
  draft.fill(`app/[locale]${path}/page.tsx`, template, { path, component, title });
  return {
    files: draft.files,
    left: [
      "Translate the new texts by meaning: messages/*.json have the English words in every language.",
      isForUsers
        ? `Give its row in ${MANIFEST} a menu entry if it is to have one: menu: { text: "${menuText}", icon: "Gift" }, its words in site.account of the messages, a picture from profile-icon.tsx.`
        : `Give its row in ${MANIFEST} what it is kept by and its menu entry, and write its description.`,
      "Ask a loader of the feature for what the page shows.",
    ],
  };
}

/**
 * The first endpoint of a topic of the site, for who is signed in: `loyalty/yearly-gift`. Its contract and its routes, bound in the
 * API. Until its answer is written a call fails and says where.
 */
export function planEndpoint(place: string, read: ReadFile): NewFiles {
  const words = placeIn(place, "loyalty/yearly-gift");
  const contract = `features/${place}.contract.ts`;
  const routes = `features/${place}.routes.ts`;
  const draft = new Draft(read);
  draft.fill(contract, "endpoint.contract.ts", words);
  draft.fill(routes, "endpoint.routes.ts", words);
  draft.addImport(API, `${words.camel}Routes`, routes);
  draft.insert(API, "before", "  ...backOfficeRoutes,\n", `  ...${words.camel}Routes,\n`);
  return {
    files: draft.files,
    draw: ["app/_processes/write-access.ts"],
    left: [
      `Say in ${contract} what it takes, answers and refuses (an error is a row of <feature>.errors.ts; a write is \`keyed: true\`).`,
      `Call reads or writes in ${routes}, and test it: a *.routes.db.test.ts beside it.`,
      "After a change of its access: npm run docs:access. Open to API keys, or of REST v1: CONTRIBUTING.md, an endpoint.",
    ],
  };
}

/** A versioned file with a table of a feature: `loyalty/gifts`. `now`: the file's time. */
export function planTable(place: string, now: Date, read: ReadFile): NewFiles {
  const words = placeIn(place, "loyalty/gifts");
  const time = now.toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const file = `lib/db/migrations/${time}_${words.table}.sql`;
  const draft = new Draft(read);
  draft.fill(file, "table.sql", words);
  return {
    files: draft.files,
    draw: ["lib/tooling/migrate/write-schema-types.ts"],
    left: [
      `Write ${file}: columns, constraints with names, what the app may not do. Then npm run types:db, as often as it changes before it lands.`,
      `Statements that change it stand in a writes room of features/${words.feature}; its invariants in a checks room there.`,
      "Rows about a person: what becomes of them when the account is deleted, and after which time they go (a sweep).",
    ],
  };
}

/** A job of a feature, registered in the worker: `loyalty/yearly-letter`. Until its handler is written it fails and is tried again. */
export function planJob(place: string, read: ReadFile): NewFiles {
  const words = placeIn(place, "loyalty/yearly-letter");
  const file = `features/${place}.jobs.ts`;
  const draft = new Draft(read);
  draft.fill(file, "job.jobs.ts", words);
  draft.insert(WORKER, "behind", "const jobs = [\n", `  ...${words.camel}Jobs,\n`);
  draft.addImport(WORKER, `${words.camel}Jobs`, file);
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
  const words = placeIn(place, "loyalty/old-letters");
  const file = `features/${place}.jobs.ts`;
  const draft = new Draft(read);
  draft.fill(file, "sweep.jobs.ts", { ...words, words: words.topic.replaceAll("-", " ") });
  draft.insert(SWEEPS, "behind", "  ...restSweeps,\n", `  ...${words.camel}Sweeps,\n`);
  draft.addImport(SWEEPS, `${words.camel}Sweeps`, file);
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
  const words = { name, ...spellings(name) };
  const { camel, pascal, title, setting } = words;
  const file = `features/payments/gateway/${name}.gateway.ts`;
  const standIn = `lib/payment-stand-ins/${name}.ts`;
  const draft = new Draft(read);
  draft.fill(file, "provider.gateway.ts", words);
  draft.addImport(GATEWAYS, `${camel}Provider`, file);
  draft.insert(GATEWAYS, "behind", "  btcPayProvider,\n", `  ${camel}Provider,\n`);
  draft.fill(standIn, "provider.stand-in.ts", words);
  draft.addImport(STAND_INS, `${pascal}StandIn`, standIn);
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
  draft.fill(`public/icons/payments/${name}.svg`, "provider.svg", words);
  return {
    files: draft.files,
    draw: ["lib/tooling/drawn/settings.ts", "lib/tooling/catalogue/build-catalogue-data.ts"],
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

/** A feature with its place in the order: `gift-cards below loyalty`, and the room in which its invariants will stand. */
export function planFeature(name: string, below: string | undefined, read: ReadFile): NewFiles {
  const { camel } = spellings(name);
  if (!below || !(featureOrder as readonly string[]).includes(below))
    throw new Problem(
      `Say below which feature it stands: npm run new -- feature ${name} --below <one of ${featureOrder.join(", ")}>. ` +
        "It may import those above it.",
    );
  const draft = new Draft(read);
  draft.insert("lib/tooling/feature-order.ts", "behind", `  "${below}",\n`, `  "${name}",\n`);
  const words = { camel, words: name.replaceAll("-", " ") };
  draft.fill(`features/${name}/${name}.checks.ts`, "feature.checks.ts", words);
  return {
    files: draft.files,
    left: [
      `Name ${name} in the order of the features in README.md, behind ${below}.`,
      `Its words go into docs/glossary.md, its texts into messages/*.json below "${camel}".`,
      "Rooms and what they hold: README.md, the map of the house; recipes: CONTRIBUTING.md.",
    ],
  };
}

/** A decision with the number after the highest: `gifts-are-given-once`. `now`: its date. */
export function planDecision(
  name: string,
  now: Date,
  read: ReadFile,
  present: readonly string[] = listDecisionFiles(),
): NewFiles {
  const { title } = spellings(name);
  const highest = Math.max(0, ...present.map((file) => Number(file.slice(0, 4))));
  const file = `${DECISIONS}/${String(highest + 1).padStart(4, "0")}-${name}.md`;
  const draft = new Draft(read);
  draft.fill(file, "decision.md", { title, date: now.toISOString().slice(0, 10) });
  return {
    files: draft.files,
    draw: ["lib/tooling/drawn/decisions.ts"],
    left: [
      `Write ${file}. What it changes in another decision stands behind "accepted.", in both files.`,
      "After a change of its title or of that line: npm run decisions.",
    ],
  };
}
