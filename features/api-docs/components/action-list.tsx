import { Badge } from "#components/ui/badge.tsx";
import { exampleAnswers } from "#features/api-docs/actions/action-examples.rules.ts";
import {
  type ActionGroup,
  actionGroups,
  ownWordsOf,
  parametersOf,
  refusesInJson,
} from "#features/api-docs/actions/actions.rules.ts";
import { CodeBlock } from "#features/api-docs/components/code-block.tsx";
import { CodeLinks } from "#features/api-docs/components/code-links.tsx";
import { AnchorHeading } from "#features/api-docs/components/docs-section.tsx";
import { PageAnchors } from "#features/api-docs/components/page-anchors.tsx";
import { RichText } from "#features/api-docs/components/rich-text.tsx";
import { Rows } from "#features/api-docs/components/rows.tsx";
import { TryAction } from "#features/api-docs/tester/components/try-call.tsx";
import { type DocsWords, type Facts, wordFor } from "#features/api-docs/words/words.rules.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { type ActionName, actionRules } from "#features/handler-api/handler-api.rules.ts";

type ActionListProps = { group: ActionGroup; words: DocsWords; facts: Facts };

/** The actions of a group: what each does, reads and answers. */
export function ActionList({ group, words, facts }: ActionListProps) {
  const actions: readonly ActionName[] = actionGroups[group];
  return (
    <>
      <PageAnchors
        label={words.labels.onThisPage}
        anchors={actions.map((action) => ({ id: action, text: action }))}
      />
      {actions.map((action) => (
        <ActionCard key={action} action={action} words={words} facts={facts} />
      ))}
    </>
  );
}

function ActionCard({ action, words, facts }: { action: ActionName; words: DocsWords; facts: Facts }) {
  const { labels } = words;
  const { scope } = actionRules[action];
  const parameters = parametersOf(action).map(({ name, required }) => ({
    name,
    mark: required ? <Badge tone="accent">{labels.required}</Badge> : null,
    text: <RichText text={wordFor(words.parameters, name)} facts={facts} />,
  }));
  const ownWords = ownWordsOf(action);
  return (
    <section
      aria-labelledby={action}
      className="grid min-w-0 grid-cols-1 gap-3 border-line border-t pt-6 first:border-t-0 first:pt-0"
    >
      <AnchorHeading id={action} linkLabel={labels.anchor}>
        <span translate="no" className="font-mono">
          {action}
        </span>
        <Badge>{scope === null ? labels.noKey : `${labels.scope}: ${scope}`}</Badge>
      </AnchorHeading>
      <p className="max-w-3xl text-muted leading-relaxed">
        <RichText text={wordFor(words.actions, action)} facts={facts} />
      </p>
      <CodeBlock caption={labels.request} code={requestLine(action, String(facts.base))} labels={labels} />
      {parameters.length > 0 ? (
        <>
          <h3 className="font-medium text-sm">{labels.parameters}</h3>
          <Rows label={labels.parameters} rows={parameters} />
        </>
      ) : null}
      <CodeBlock caption={labels.answer} code={answerText(exampleAnswers[action])} labels={labels} />
      {ownWords.length > 0 ? (
        <>
          <h3 className="font-medium text-sm">
            <RichText text={refusesInJson(action) ? labels.refusalsInJson : labels.words} facts={facts} />
          </h3>
          <CodeLinks codes={ownWords} />
        </>
      ) : null}
      <TryAction action={action} words={words} facts={facts} />
    </section>
  );
}

const samples: Readonly<Record<string, string>> = {
  service: "tg",
  id: "635468",
  activationId: "635468",
  status: "6",
  hours: "4",
  rent_time: "4",
  seconds: "60",
};

/** A call with what the action cannot do without. */
function requestLine(action: ActionName, base: string): string {
  const key = actionRules[action].scope ? "api_key=YOUR_KEY&" : "";
  const needed = parametersOf(action)
    .filter(({ required }) => required)
    .map(({ name }) => `&${name}=${samples[name] ?? ""}`);
  return `GET ${base}${handlerPath}?${key}action=${action}${needed.join("")}`;
}

/** Words as they are; JSON in lines, for people. */
function answerText(answer: string | object): string {
  return typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
}
