import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { activationStates, moneyOf } from "#features/activations/activations.rules.ts";
import { openLevels } from "#features/activations/limits/limits.rules.ts";
import { type ActionGroup, actionGroups } from "#features/api-docs/actions/actions.rules.ts";
import { formerBases, formerProviders } from "#features/api-docs/api-docs.rules.ts";
import { CodeBlock } from "#features/api-docs/components/code-block.tsx";
import { CodeLinks } from "#features/api-docs/components/code-links.tsx";
import { EndpointList } from "#features/api-docs/components/endpoint-list.tsx";
import { ErrorTable } from "#features/api-docs/components/error-table.tsx";
import { RichText } from "#features/api-docs/components/rich-text.tsx";
import { type Row, Rows } from "#features/api-docs/components/rows.tsx";
import { WebhookEvents } from "#features/api-docs/components/webhook-events.tsx";
import { anchorOf, resourceOf, siteEndpoints } from "#features/api-docs/endpoints.rules.ts";
import { answerWords } from "#features/api-docs/error-pages/error-pages.rules.ts";
import { pauseTexts } from "#features/api-docs/facts.rules.ts";
import { samplesOf } from "#features/api-docs/samples/samples.rules.ts";
import { triedPrograms } from "#features/api-docs/tried-programs.rules.ts";
import { type DocsWords, type Facts, fillIn, wordFor } from "#features/api-docs/words/words.rules.ts";
import { scopeOf, tools } from "#features/assistants/tools/tools.rules.ts";
import { answerTokens } from "#features/handler-api/handler-api.rules.ts";
import { keyShapes, typesNames } from "#features/identity/api-keys/api-keys.rules.ts";
import { streamEvents } from "#features/notifications/notifications.contract.ts";
import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import { sandboxScripts } from "#features/sandbox/sandbox.rules.ts";
import { sandboxAccountScripts } from "#features/sandbox/sandbox-accounts.rules.ts";
import { sandboxRentScripts } from "#features/sandbox/sandbox-rent.rules.ts";
import { keyScopes } from "#lib/api/actor.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

type PartProps = { words: DocsWords; facts: Facts };
type Part = (props: PartProps) => ReactNode;

/** What is drawn from contracts and rules, by the section it belongs to: `page/section`. */
const parts: Readonly<Record<string, Part>> = {
  "activations/states": ({ words, facts }) => (
    <Rows
      rows={activationStates.map((state) => ({
        name: state,
        mark: <Badge>{wordFor(words.money, moneyOf[state])}</Badge>,
        text: <RichText text={wordFor(words.states, state)} facts={facts} />,
      }))}
    />
  ),
  "keys/kinds": ({ words, facts }) => (
    <Rows
      rows={Object.entries(keyShapes).map(([kind, { mark, hexCharacters }]) => ({
        name: `${mark}${"0".repeat(4)}…`,
        mark: <Badge>{mark.length + hexCharacters}</Badge>,
        text: <RichText text={wordFor(words.keyKinds, kind)} facts={facts} />,
      }))}
    />
  ),
  "keys/scopes": ({ words, facts }) => <Rows rows={rowsOf(keyScopes, words.scopes, facts)} />,
  "sandbox/scripts": ({ words, facts }) => (
    <Rows
      rows={sandboxScripts.map(({ service, refusal }) => ({
        name: service,
        mark: refusal ? <Badge tone="bad">{refusal.token}</Badge> : null,
        text: <RichText text={wordFor(words.scripts, service)} facts={facts} />,
      }))}
    />
  ),
  // What refuses to be bought refuses to be rented.
  "sandbox/rent": ({ words, facts }) => (
    <Rows
      rows={sandboxRentScripts
        .filter(({ refusal }) => !refusal)
        .map(({ service }) => ({
          name: service,
          text: <RichText text={wordFor(words.rentScripts, service)} facts={facts} />,
        }))}
    />
  ),
  "sandbox/accounts": ({ words, facts }) => (
    <Rows
      rows={sandboxAccountScripts.map(({ service, refusal }) => ({
        name: service,
        mark: refusal ? <Badge tone="bad">{refusal.error.code}</Badge> : null,
        text: <RichText text={wordFor(words.accountScripts, service)} facts={facts} />,
      }))}
    />
  ),
  "handler/actions": ActionIndex,
  "handler/answers": ({ words, facts }) => (
    <Rows
      rows={answerWords.map((word) => ({
        name: spelled(word),
        text: <RichText text={wordFor(words.codes, word)} facts={facts} />,
      }))}
    />
  ),
  "handler/types": ({ words, facts }) => <Rows rows={rowsOf(typesNames, words.spellings, facts)} />,
  "handler/tried": ({ words, facts }) => (
    <Rows
      rows={triedPrograms.map(({ name, language, result }) => ({
        name,
        mark: <Badge>{language}</Badge>,
        text: <RichText text={wordFor(words.tried, result)} facts={facts} />,
      }))}
    />
  ),
  "handler/common": () => (
    <CodeLinks codes={["NO_KEY", "BAD_KEY", "BAD_ACTION", "ERROR_SQL", "NOT_AVAILABLE"]} />
  ),
  "limits/open": ({ words, facts }) => (
    <Rows
      rows={openLevels.map(({ openMax, ageDays, turnoverKopecks, deliveredPercent }) => ({
        name: String(openMax),
        text: fillIn(turnoverKopecks === 0 ? words.labels.levelFirst : words.labels.level, {
          ...facts,
          ageDays,
          turnover: roublesNumber(kopecks(turnoverKopecks)),
          percent: deliveredPercent,
        }),
      }))}
    />
  ),
  "rest/calls": ({ words, facts }) => (
    <Rows
      rows={restEndpoints.map((endpoint) => ({
        id: endpoint.id,
        name: `${endpoint.method} /api${endpoint.path}`,
        text: (
          <LocaleLink
            href={`/docs/rest/${resourceOf(endpoint)}#${anchorOf(endpoint)}`}
            className="text-link underline"
          >
            <RichText text={wordFor(words.endpoints, endpoint.id)} facts={facts} />
          </LocaleLink>
        ),
      }))}
    />
  ),
  "json/calls": ({ words, facts }) => (
    <div className="grid min-w-0 grid-cols-1 gap-8">
      <EndpointList endpoints={siteEndpoints} words={words} facts={facts} />
    </div>
  ),
  "assistants/tools": ({ words, facts }) => (
    <Rows
      rows={tools.map((tool) => ({
        name: tool.name,
        mark: <Badge>{scopeOf(tool)}</Badge>,
        text: <RichText text={wordFor(words.tools, tool.name)} facts={facts} />,
      }))}
    />
  ),
  "webhooks/events": WebhookEvents,
  "webhooks/retries": () => (
    <ol className="flex flex-wrap gap-1.5">
      {pauseTexts().map((pause) => (
        <li key={pause}>
          <Badge>{pause}</Badge>
        </li>
      ))}
    </ol>
  ),
  "stream/events": ({ words, facts }) => (
    <Rows rows={rowsOf(Object.keys(streamEvents), words.streamEvents, facts)} />
  ),
  "errors/list": ErrorTable,
  "coming/addresses": ({ words, facts }) => (
    <Rows
      rows={formerProviders.map((name) => ({
        name: formerBases[name],
        text: (
          <LocaleLink href={`/docs/coming-from/${name}`} className="text-link underline">
            <RichText text={words.pages[name]?.title ?? name} facts={facts} />
          </LocaleLink>
        ),
      }))}
    />
  ),
};

function rowsOf(names: readonly string[], list: Readonly<Record<string, string>>, facts: Facts): Row[] {
  return names.map((name) => ({ name, text: <RichText text={wordFor(list, name)} facts={facts} /> }));
}

/** A word with what follows its colon. */
function spelled(word: string): string {
  const value = Object.hasOwn(answerTokens, word) ? answerTokens[word as keyof typeof answerTokens] : null;
  return value === null ? word : `${word}:<${value}>`;
}

function ActionIndex({ words }: PartProps) {
  return (
    <div className="grid min-w-0 gap-5">
      {(Object.keys(actionGroups) as ActionGroup[]).map((group) => (
        <div key={group} className="grid min-w-0 gap-2">
          <h3 className="font-medium text-sm">{words.actionGroups[group]?.title}</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {actionGroups[group].map((action) => (
              <li key={action}>
                <LocaleLink
                  href={`/docs/handler-api/${group}#${action}`}
                  className="touch inline-flex items-center font-mono text-link text-sm underline"
                >
                  {action}
                </LocaleLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The drawn part of a section and its code, when it has any. */
export function DrawnPart({ name, words, facts }: PartProps & { name: string }) {
  const Drawn = parts[name];
  const samples = samplesOf(String(facts.base))[name] ?? [];
  return (
    <>
      {Drawn ? <Drawn words={words} facts={facts} /> : null}
      {samples.map(({ caption, code }) => (
        <CodeBlock key={code} code={code} labels={words.labels} {...(caption ? { caption } : {})} />
      ))}
    </>
  );
}

/** The sections that something is drawn into; a test holds them against the words. */
export const drawnSections: readonly string[] = Object.keys(parts);
