import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { activationStates, moneyOf } from "#features/activations/activations.rules.ts";
import { exampleAnswers } from "#features/api-docs/actions/action-examples.rules.ts";
import { actionGroups, ownWordsOf, parametersOf } from "#features/api-docs/actions/actions.rules.ts";
import {
  docsGroups,
  docsHref,
  docsPages,
  findDocsPage,
  formerProviders,
  headOf,
} from "#features/api-docs/api-docs.rules.ts";
import {
  anchorOf,
  fieldsOf,
  resourceOf,
  restResources,
  siteEndpoints,
} from "#features/api-docs/endpoints.rules.ts";
import { answerWords, errorCatalogue } from "#features/api-docs/error-pages/error-pages.rules.ts";
import { advisedCodes, findRemedy, remedies } from "#features/api-docs/error-pages/remedies.rules.ts";
import { samplesOf } from "#features/api-docs/samples/samples.rules.ts";
import { triedOn, triedPrograms, triedResults } from "#features/api-docs/tried-programs.rules.ts";
import { docsWords, parseInline } from "#features/api-docs/words/words.rules.ts";
import { tools } from "#features/assistants/tools/tools.rules.ts";
import { handlerParameters } from "#features/handler-api/handler-api.contract.ts";
import {
  type ActionName,
  actionNames,
  answerTokens,
  tokensOf,
} from "#features/handler-api/handler-api.rules.ts";
import { rentWords } from "#features/handler-api/rent/rent.rules.ts";
import { keyShapes, typesNames } from "#features/identity/api-keys/api-keys.rules.ts";
import { streamEvents } from "#features/notifications/notifications.contract.ts";
import { testEvent, webhookEvents } from "#features/notifications/webhooks/webhooks.rules.ts";
import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import { eventData } from "#features/rest-api/webhooks/webhook-events.rules.ts";
import { sandboxScripts } from "#features/sandbox/sandbox.rules.ts";
import { sandboxAccountScripts } from "#features/sandbox/sandbox-accounts.rules.ts";
import { sandboxRentScripts } from "#features/sandbox/sandbox-rent.rules.ts";
import { keyScopes } from "#lib/api/actor.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { errorSlug } from "#lib/errors/app-error.ts";
import { locales } from "#lib/i18n/locales.ts";

const endpoints = [...restEndpoints, ...siteEndpoints];
const sections = (key: string) => docsWords("en").pages[key]?.sections.map(({ id }) => `${key}/${id}`) ?? [];

/** What the product has, by the list of words that must speak of it: no more and no less. */
const drawn = {
  actions: actionNames,
  parameters: Object.keys(handlerParameters),
  codes: [...answerWords, ...errorCatalogue.map(({ code }) => code)],
  remedies,
  endpoints: endpoints.map(({ id }) => id),
  fields: [...new Set(endpoints.flatMap(fieldsOf).map(({ name }) => name))],
  resources: restResources,
  actionGroups: Object.keys(actionGroups),
  states: activationStates,
  money: [...new Set(Object.values(moneyOf))],
  events: [...webhookEvents, testEvent],
  streamEvents: Object.keys(streamEvents),
  scopes: keyScopes,
  keyKinds: Object.keys(keyShapes),
  scripts: sandboxScripts.map(({ service }) => service),
  spellings: typesNames,
  tried: triedResults,
  tools: tools.map(({ name }) => name),
  rentScripts: sandboxRentScripts.filter(({ refusal }) => !refusal).map(({ service }) => service),
  accountScripts: sandboxAccountScripts.map(({ service }) => service),
  groups: docsGroups.map(({ key }) => key),
  pages: docsPages.flatMap((page) => (page.kind === "text" ? [page.key] : [])),
} as const;

describe.each(locales)("in %s", (locale) => {
  test.each(Object.keys(drawn) as (keyof typeof drawn)[])("%s: everything there is has words", (list) => {
    const words = docsWords(locale)[list];
    const remedy = `features/api-docs/words/data/${locale}.json: words below "${list}" for what has none, none for what is gone.`;
    expect(Object.keys(words).toSorted(), remedy).toEqual([...drawn[list]].toSorted());
  });

  test("the page of webhooks names the former names of events", () => {
    const { sections = [] } = docsWords(locale).pages.webhooks ?? {};
    const { text = [] } = sections.find(({ id }) => id === "events") ?? {};
    expect(text.join(" ")).toContain("{formerEventNames}");
  });

  test("every link of a text leads to a page of ours, or to a section of one", () => {
    const others = [
      ...["/profile/settings/api", "/profile/tariffs", "/profile/webhooks"],
      ...["/api/openapi.json", "/api/v1/openapi.json"],
    ];
    const places = docsPages.flatMap((page) =>
      page.kind === "text"
        ? sections(page.key).map((name) => docsHref(page) + name.replace(/^.*\//, "#"))
        : [],
    );
    const known = new Set([...docsPages.map(docsHref), ...places, ...others]);
    const links = parseInline(JSON.stringify(docsWords(locale))).flatMap((part) =>
      part.kind === "link" ? [part.href] : [],
    );
    expect(
      links.filter((href) => !known.has(href)),
      `features/api-docs/words/data/${locale}.json: link to a page that is there.`,
    ).toEqual([]);
  });
});

describe("handler_api.php", () => {
  test("every action stands in one group, with an example", () => {
    expect(Object.values(actionGroups).flat().toSorted()).toEqual([...actionNames].toSorted());
    expect(Object.keys(exampleAnswers).toSorted()).toEqual([...actionNames].toSorted());
  });

  test("every parameter is read by an action, and no action reads another", () => {
    const read = new Set(actionNames.flatMap((action) => parametersOf(action).map(({ name }) => name)));
    const known = Object.keys(handlerParameters).filter((name) => name !== "api_key" && name !== "action");
    expect([...read].toSorted()).toEqual(known.toSorted());
  });

  test("an example in words is one of the action's own", () => {
    for (const action of actionNames) {
      const example = exampleAnswers[action];
      if (typeof example === "string") expect(tokensOf(action)).toContain(example.split(":")[0]);
    }
  });

  test("every word is told where it occurs", () => {
    const said = new Set<string>(actionNames.flatMap((action: ActionName) => ownWordsOf(action)));
    const common = tokensOf("getCountries");
    const silent = [...Object.keys(answerTokens), ...rentWords].filter(
      (word) => !said.has(word) && !common.includes(word as keyof typeof answerTokens),
    );
    expect(
      silent,
      "Name the word in what an action answers: features/api-docs/actions/actions.rules.ts.",
    ).toEqual([]);
  });
});

test("the programs that were tried are those of docs/protocol.md, with the same date", () => {
  const page = readFileSync(path.join(import.meta.dirname, "../../docs/protocol.md"), "utf8");
  const table = page.split("\n### 3.1 ")[1]?.split("\n### ")[0] ?? "";
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  const cells = rows.map((line) => line.split("|").map((cell) => cell.trim()));
  const named = cells.map(([, name, , language]) => `${name} ${language}`);
  expect(named.toSorted()).toEqual(
    triedPrograms.map(({ name, language }) => `${name} ${language}`).toSorted(),
  );
  for (const [, name, version, , result, date] of cells) {
    expect([version, result, date].every(Boolean), name).toBe(true);
    // Those of npm are run by every verify, and so later as well.
    if (name?.endsWith("(npm)")) expect(String(date) >= triedOn, name).toBe(true);
    else expect(date, name).toBe(triedOn);
  }
});

describe("the error catalogue", () => {
  test("has the code of every refusal and of the gate before it, each with advice", () => {
    const codes = errorCatalogue.map(({ code }) => code);
    for (const { errors } of endpoints) for (const { code } of errors) expect(codes).toContain(code);
    expect(codes).toContain(apiErrors.METHOD_NOT_ALLOWED.code);
    const remedy =
      "Say what to do about each code, and about no other: features/api-docs/error-pages/remedies.rules.ts.";
    expect(
      codes.filter((code) => findRemedy(code) === null),
      remedy,
    ).toEqual([]);
    expect(
      advisedCodes.filter((code) => !codes.includes(code)),
      remedy,
    ).toEqual([]);
  });

  test("has a page where the API links to, one for each code", () => {
    for (const { code } of errorCatalogue) {
      expect(findDocsPage(["errors", errorSlug(code)])).toMatchObject({ kind: "error", entry: { code } });
    }
    expect(new Set(docsPages.map(({ path }) => path)).size).toBe(docsPages.length);
  });

  test("says of every code where it occurs", () => {
    const nowhere = errorCatalogue.filter(
      (entry) =>
        entry.endpoints.length === 0 &&
        entry.actions.length === 0 &&
        !entry.isCommonWord &&
        !entry.isCommonCode,
    );
    expect(
      nowhere.map(({ code }) => code),
      "Name the code in the contract that answers it, or take it away.",
    ).toEqual([]);
  });
});

describe("pages", () => {
  test("every sample of code has its section", () => {
    const known = docsPages.flatMap((page) => (page.kind === "text" ? sections(page.key) : []));
    expect(Object.keys(samplesOf("https://example.test")).filter((name) => !known.includes(name))).toEqual(
      [],
    );
  });

  test("an address leads to its page or to none", () => {
    expect(findDocsPage([])).toMatchObject({ key: "start" });
    expect(findDocsPage(["handler-api", "buying"])).toMatchObject({ kind: "actions", group: "buying" });
    expect(findDocsPage(["handler-api", "nothing"])).toBeNull();
    expect(findDocsPage(["errors", "NO_NUMBERS"])).toBeNull();
    for (const name of formerProviders) expect(findDocsPage(["coming-from", name])).not.toBeNull();
  });

  test("every call of REST v1 stands on the page of its resource, under an anchor of its own", () => {
    for (const endpoint of restEndpoints) {
      expect(findDocsPage(["rest", resourceOf(endpoint)])).toMatchObject({ kind: "resource" });
    }
    expect(new Set(endpoints.map(anchorOf)).size).toBe(endpoints.length);
  });

  test("every page has a title and a lead", () => {
    for (const page of docsPages) {
      const { title, lead } = headOf(page, docsWords("en"));
      expect([title !== "" && title !== page.path, lead.length > 10], page.path).toEqual([true, true]);
    }
  });

  test("every event has a body to show", () => {
    expect(Object.keys(eventData).toSorted()).toEqual([...drawn.events].toSorted());
  });
});
