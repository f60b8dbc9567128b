import { activationStates } from "#features/activations/activations.rules.ts";
import { actionGroups } from "#features/api-docs/actions/actions.rules.ts";
import { type DocsPage, headOf } from "#features/api-docs/api-docs.rules.ts";
import { endpointsOf, fieldsOf } from "#features/api-docs/endpoints.rules.ts";
import { errorCatalogue } from "#features/api-docs/error-pages/error-pages.rules.ts";
import { findRemedy } from "#features/api-docs/error-pages/remedies.rules.ts";
import { samplesOf } from "#features/api-docs/samples/samples.rules.ts";
import {
  type DocsWords,
  type Facts,
  fillIn,
  type Section,
  wordFor,
} from "#features/api-docs/words/words.rules.ts";
import { tools } from "#features/assistants/tools/tools.rules.ts";
import { streamEvents } from "#features/notifications/notifications.contract.ts";
import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import { sandboxScripts } from "#features/sandbox/sandbox.rules.ts";
import { sandboxAccountScripts } from "#features/sandbox/sandbox-accounts.rules.ts";
import { sandboxRentScripts } from "#features/sandbox/sandbox-rent.rules.ts";
import { keyScopes } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

type Entry = readonly [name: string, text: string];

/** What to do about a code, with its marks. */
export function remedyOf(code: string, words: DocsWords): string {
  return wordFor(words.remedies, findRemedy(code) ?? "checkRequest");
}

/** A call as it is written: `POST /api/v1/activations`. */
const callOf = ({ method, path }: Endpoint) => `${method} /api${path}`;

/** Lists that are drawn from contracts and rules, by the section they belong to. */
const drawnLists: Readonly<Record<string, (words: DocsWords) => readonly Entry[]>> = {
  "activations/states": ({ states }) => activationStates.map((state) => [state, wordFor(states, state)]),
  "keys/scopes": ({ scopes }) => keyScopes.map((scope) => [scope, wordFor(scopes, scope)]),
  "sandbox/scripts": ({ scripts }) =>
    sandboxScripts.map(({ service }) => [service, wordFor(scripts, service)]),
  "sandbox/accounts": ({ accountScripts }) =>
    sandboxAccountScripts.map(({ service }) => [service, wordFor(accountScripts, service)]),
  "sandbox/rent": ({ rentScripts }) =>
    sandboxRentScripts
      .filter(({ refusal }) => !refusal)
      .map(({ service }) => [service, wordFor(rentScripts, service)]),
  "rest/calls": ({ endpoints }) =>
    restEndpoints.map((endpoint) => [callOf(endpoint), wordFor(endpoints, endpoint.id)]),
  "assistants/tools": (words) => tools.map(({ name }) => [name, wordFor(words.tools, name)]),
  "stream/events": (words) =>
    Object.keys(streamEvents).map((name) => [name, wordFor(words.streamEvents, name)]),
  "errors/list": (words) =>
    errorCatalogue.map(({ code }) => [code, `${wordFor(words.codes, code)} ${remedyOf(code, words)}`]),
};

const listOf = (entries: readonly Entry[]) =>
  entries.map(([name, text]) => `- \`${name}\`: ${text}`).join("\n");
const codeOf = (code: string) => `\`\`\`\n${code}\n\`\`\``;

function sectionParts(page: string, section: Section, words: DocsWords, base: string): string[] {
  const place = `${page}/${section.id}`;
  const samples = samplesOf(base)[place] ?? [];
  return [
    `## ${section.title}`,
    ...section.text,
    ...(section.items ? [section.items.map((item) => `- ${item}`).join("\n")] : []),
    ...(drawnLists[place] ? [listOf(drawnLists[place](words))] : []),
    ...samples.map(({ caption, code }) => [caption, codeOf(code)].filter(Boolean).join("\n\n")),
  ];
}

function endpointParts(endpoint: Endpoint, words: DocsWords): string[] {
  const fields = fieldsOf(endpoint).map(({ name, place, type, required }): Entry => {
    const marks = [wordFor(words.labels, place), type, ...(required ? [words.labels.required] : [])];
    return [name, `(${marks.join(", ")}) ${wordFor(words.fields, name)}`];
  });
  return [
    `## ${callOf(endpoint)}`,
    wordFor(words.endpoints, endpoint.id),
    ...(endpoint.scope ? [`${words.labels.scope}: \`${endpoint.scope}\``] : []),
    ...(fields.length > 0 ? [listOf(fields)] : []),
  ];
}

function bodyParts(page: DocsPage, words: DocsWords, base: string): string[] {
  if (page.kind === "error") return [remedyOf(page.entry.code, words)];
  if (page.kind === "actions") {
    return [listOf(actionGroups[page.group].map((action) => [action, wordFor(words.actions, action)]))];
  }
  if (page.kind === "resource") {
    return endpointsOf(page.resource).flatMap((endpoint) => endpointParts(endpoint, words));
  }
  const { sections = [] } = words.pages[page.key] ?? {};
  return sections.flatMap((section) => sectionParts(page.key, section, words, base));
}

/** A page of the documentation as Markdown, for models; what is drawn on it is there as lists. */
export function markdownOf(page: DocsPage, words: DocsWords, facts: Facts): string {
  const { title, lead } = headOf(page, words);
  const base = String(facts.base);
  const parts = [`# ${title}`, lead, ...bodyParts(page, words, base)];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return `${fillIn(text, facts).replaceAll("](/", `](${base}/`)}\n`;
}
