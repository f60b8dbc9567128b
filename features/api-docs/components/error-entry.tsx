import { Badge } from "#components/ui/badge.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { groupOfAction } from "#features/api-docs/actions/actions.rules.ts";
import { AnchorHeading } from "#features/api-docs/components/docs-section.tsx";
import { InlineCode, RichText } from "#features/api-docs/components/rich-text.tsx";
import { anchorOf, resourceOf } from "#features/api-docs/endpoints.rules.ts";
import type { CatalogueEntry } from "#features/api-docs/error-pages/error-pages.rules.ts";
import { findRemedy } from "#features/api-docs/error-pages/remedies.rules.ts";
import { type DocsWords, type Facts, wordFor } from "#features/api-docs/words/words.rules.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

type ErrorEntryProps = { entry: CatalogueEntry; words: DocsWords; facts: Facts };

/** A code's page: what to do, its status, and where it can occur. What it means stands in the page's head. */
export function ErrorEntry({ entry, words, facts }: ErrorEntryProps) {
  const { labels } = words;
  return (
    <>
      <div className="-mt-2 flex flex-wrap gap-2">
        {entry.status === null ? null : <Badge tone="bad">HTTP {entry.status}</Badge>}
        {entry.actions.length > 0 || entry.isCommonWord ? <Badge>handler_api.php</Badge> : null}
        <Badge tone={entry.retryable ? "good" : "neutral"}>
          {entry.retryable ? labels.retryable : labels.notRetryable}
        </Badge>
      </div>
      <section aria-labelledby="what-to-do" className="grid grid-cols-1 gap-3">
        <AnchorHeading id="what-to-do" linkLabel={labels.anchor}>
          {labels.whatToDo}
        </AnchorHeading>
        <p className="max-w-3xl text-muted leading-relaxed">
          <RichText text={wordFor(words.remedies, findRemedy(entry.code) ?? "checkRequest")} facts={facts} />
        </p>
      </section>
      <section aria-labelledby="where" className="grid grid-cols-1 gap-3">
        <AnchorHeading id="where" linkLabel={labels.anchor}>
          {labels.where}
        </AnchorHeading>
        <Places entry={entry} labels={labels} facts={facts} />
      </section>
      <p>
        <LocaleLink href="/docs/errors" className="text-link underline">
          {labels.allErrors}
        </LocaleLink>
      </p>
    </>
  );
}

function Places({
  entry,
  labels,
  facts,
}: {
  entry: CatalogueEntry;
  labels: DocsWords["labels"];
  facts: Facts;
}) {
  return (
    <ul className="grid gap-2">
      {entry.isCommonWord ? (
        <li className="text-muted">
          <RichText text={labels.anyAction} facts={facts} />
        </li>
      ) : null}
      {entry.actions.map((action) => (
        <li key={action}>
          <LocaleLink
            href={`/docs/handler-api/${groupOfAction(action)}#${action}`}
            className="touch inline-flex items-center text-link underline"
          >
            <InlineCode>{action}</InlineCode>
          </LocaleLink>
        </li>
      ))}
      {entry.isCommonCode ? <li className="text-muted">{labels.anyCall}</li> : null}
      {entry.isCommonCode
        ? null
        : entry.endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <LocaleLink
                href={placeOf(endpoint)}
                className="touch inline-flex items-center text-link underline"
              >
                <InlineCode>{`${endpoint.method} /api${endpoint.path}`}</InlineCode>
              </LocaleLink>
            </li>
          ))}
    </ul>
  );
}

function placeOf(endpoint: Endpoint): string {
  const page = endpoint.path.startsWith("/v1/") ? `/docs/rest/${resourceOf(endpoint)}` : "/docs/json-api";
  return `${page}#${anchorOf(endpoint)}`;
}
