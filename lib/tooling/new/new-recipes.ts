import { listVersionedFiles } from "#lib/db/sql-files.ts";
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
const SECTIONS = "features/site/sections.rules.ts";
const API = "app/api/api-app.ts";
const WORKER = "app/_processes/worker.ts";
const SWEEPS = "app/_processes/worker/sweeps.ts";
const GATEWAYS = "features/payments/payments.gateway.ts";
const STAND_INS = "lib/payment-stand-ins/registry.ts";

/** Pages for anybody else than everybody and the signed-in user are written by hand: each kind has a shape of its own. */
const BY_HAND: Readonly<Record<string, string>> = {
  staff:
    "A page of the desk asks for a permission; copy app/[locale]/desk/flags/page.tsx and give it a row in deskPages.",
  guest: "Pages for guests are forms of their own; copy app/[locale]/request-password/page.tsx.",
  link: "A page that a mailed link leads to takes a token; copy app/[locale]/signup/confirm-email/page.tsx.",
  partner:
    "Pages of the cabinet are for partners; copy app/[locale]/partner/sim-card/page.tsx and give it a row in partnerPages.",
  user: "A page for users outside the profile has a frame of its own; copy app/[locale]/store/page.tsx and give it a row in profilePages.",
  developers: "The gallery is one page; a new state of a card is added to app/_gallery.",
};

/** A page with its row in the manifest and the words of its head in every language. `page`: `profile/gift-cards`, `gift-cards`. */
export function planPage(page: string, read: ReadFile): NewFiles {
  const segments = pageSegments(page);
  const [section = ""] = segments;
  const draft = new Draft(read);
  const audience = audienceIn(draft.text(SECTIONS), section);
  const isForUsers = section === "profile";
  const byHand = audience && !isForUsers ? BY_HAND[audience] : undefined;
  if (byHand) throw new Problem(byHand);
  const path = `/${segments.join("/")}`;
  const { camel, pascal } = spellings(segments.join("-").replaceAll(/[[\]]/g, ""));
  const component = pascal.replace(/^Profile(?=.)/, "");
  const title = `${camel}Title`;
  const words = component.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const description = `${camel}Description`;
  const head = isForUsers
    ? `title: "site.meta.${title}"`
    : `head: { title: "site.meta.${title}", description: "site.meta.${description}" }`;
  const neighbour = isForUsers ? '  { path: "/success-payment"' : '  {\n    path: "/search"';
  draft.insert(MANIFEST, "before", neighbour, `  { path: "${path}", ${head} },\n`);
  draft.addTexts(["site", "meta"], { [title]: words, ...(isForUsers ? {} : { [description]: words }) });
  const template = isForUsers ? "page-of-users.tsx" : "page-of-everybody.tsx";
  draft.fill(`app/[locale]${path}/page.tsx`, template, { path, component, title });
  return {
    files: draft.files,
    recipe: "A page",
  };
}

/** Whom a section of addresses is for, as `sections.rules.ts` has it; undefined for a new one. Throws a Problem where a program answers it. */
function audienceIn(text: string, section: string): string | undefined {
  const [ofPages = "", ofPrograms = ""] = text.split("export const programs");
  if (ofPrograms.includes(`"${section}"`))
    throw new Problem(
      `Addresses below /${section} are answered by a program, not by pages. Choose another name.`,
    );
  return new RegExp(`^  "?${section}"?: "(\\w+)",$`, "m").exec(ofPages)?.[1];
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
    recipe: "An endpoint",
  };
}

/** A versioned file with a table of a feature: `loyalty/gifts`. `now`: the file's time, where no other file has a later one. */
export function planTable(
  place: string,
  now: Date,
  read: ReadFile,
  present: readonly string[] = listVersionedFiles().map(({ name }) => name),
): NewFiles {
  const words = placeIn(place, "loyalty/gifts");
  const file = `lib/db/migrations/${timeAfter(present, now)}_${words.table}.sql`;
  const draft = new Draft(read);
  draft.fill(file, "table.sql", words);
  return {
    files: draft.files,
    draw: ["lib/tooling/migrate/write-schema-types.ts"],
    recipe: "A table",
  };
}

/** The time of a file that runs after all others (`20261129160001`): some have a time that is still to come. */
function timeAfter(present: readonly string[], now: Date): string {
  const written = (moment: Date) => moment.toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const newest = present
    .map((name) => name.slice(0, 14))
    .reduce((one, other) => (one > other ? one : other), "");
  if (written(now) > newest) return written(now);
  const moment = newest.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z");
  return written(new Date(Date.parse(moment) + 1_000));
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
    recipe: "A job or a sweep",
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
    recipe: "A job or a sweep",
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
    recipe: "A payment provider",
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
  const [order = ""] =
    /The order of the features, from top to bottom:[^.]+\./.exec(draft.text("README.md")) ?? [];
  const longer = order.replace(new RegExp(`(?<![\\w-])${below}(?=[,.])`), `${below}, ${name}`);
  draft.files.set("README.md", draft.text("README.md").replace(order, longer));
  const words = { camel, words: name.replaceAll("-", " ") };
  draft.fill(`features/${name}/${name}.checks.ts`, "feature.checks.ts", words);
  return {
    files: draft.files,
    recipe: "A feature",
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
    recipe: "A decision",
  };
}
