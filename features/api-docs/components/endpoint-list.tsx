import { Badge } from "#components/ui/badge.tsx";
import { CodeBlock } from "#features/api-docs/components/code-block.tsx";
import { CodeLinks } from "#features/api-docs/components/code-links.tsx";
import { AnchorHeading } from "#features/api-docs/components/docs-section.tsx";
import { PageAnchors } from "#features/api-docs/components/page-anchors.tsx";
import { RichText } from "#features/api-docs/components/rich-text.tsx";
import { Rows } from "#features/api-docs/components/rows.tsx";
import { anchorOf, type Field, fieldsOf, methodTones } from "#features/api-docs/endpoints.rules.ts";
import { TryEndpoint } from "#features/api-docs/tester/components/try-call.tsx";
import { type DocsWords, type Facts, wordFor } from "#features/api-docs/words/words.rules.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

type EndpointListProps = { endpoints: readonly Endpoint[]; words: DocsWords; facts: Facts };

/** Calls of a JSON API: what each does, reads and answers. */
export function EndpointList({ endpoints, words, facts }: EndpointListProps) {
  return (
    <>
      <PageAnchors
        label={words.labels.onThisPage}
        anchors={endpoints.map((endpoint) => ({
          id: anchorOf(endpoint),
          text: `${endpoint.method} ${endpoint.path.replace(/^\/v1/, "")}`,
        }))}
      />
      {endpoints.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} words={words} facts={facts} />
      ))}
    </>
  );
}

function EndpointCard({ endpoint, words, facts }: { endpoint: Endpoint; words: DocsWords; facts: Facts }) {
  const { labels } = words;
  const anchor = anchorOf(endpoint);
  const [example] = Object.values(endpoint.examples ?? {});
  const codes = [...new Set(endpoint.errors.map(({ code }) => code))];
  const rows = fieldsOf(endpoint).map((field) => ({
    id: `${anchor}-${field.place}-${field.name}`,
    name: field.name,
    mark: field.required ? <Badge tone="accent">{labels.required}</Badge> : null,
    text: <RichText text={wordFor(words.fields, field.name)} facts={facts} />,
    more: <FieldFacts field={field} labels={labels} />,
  }));
  return (
    <section
      aria-labelledby={anchor}
      className="grid min-w-0 grid-cols-1 gap-3 border-line border-t pt-6 first:border-t-0 first:pt-0"
    >
      <AnchorHeading id={anchor} linkLabel={labels.anchor}>
        <Badge tone={methodTones[endpoint.method]}>{endpoint.method}</Badge>
        <span translate="no" className="min-w-0 break-all font-mono text-base">
          /api{endpoint.path}
        </span>
        <Badge>{accessText(endpoint, labels)}</Badge>
      </AnchorHeading>
      <p className="max-w-3xl text-muted leading-relaxed">
        <RichText text={wordFor(words.endpoints, endpoint.id)} facts={facts} />
      </p>
      {rows.length > 0 ? (
        <>
          <h3 className="font-medium text-sm">{labels.parameters}</h3>
          <Rows label={labels.parameters} rows={rows} />
        </>
      ) : null}
      {example ? (
        <>
          {example.body === undefined ? null : (
            <CodeBlock caption={labels.body} code={JSON.stringify(example.body, null, 2)} labels={labels} />
          )}
          <CodeBlock
            caption={`${labels.answer} · ${endpoint.status ?? 200}`}
            code={JSON.stringify(example.answer, null, 2)}
            labels={labels}
          />
        </>
      ) : null}
      {codes.length > 0 ? (
        <>
          <h3 className="font-medium text-sm">{labels.errors}</h3>
          <CodeLinks codes={codes} />
        </>
      ) : null}
      <TryEndpoint endpoint={endpoint} words={words} facts={facts} />
    </section>
  );
}

function FieldFacts({ field, labels }: { field: Field; labels: DocsWords["labels"] }) {
  return (
    <span translate="no" className="break-words font-mono">
      {labels[field.place]} · {field.type}
      {field.fallback === null ? "" : ` · = ${field.fallback}`}
    </span>
  );
}

/** Who may call, in a word or the scope that a key needs. */
function accessText({ access, scope }: Endpoint, labels: DocsWords["labels"]): string {
  if (access === "public") return labels.noKey;
  return scope === undefined ? labels.signedIn : `${labels.scope}: ${scope}`;
}
