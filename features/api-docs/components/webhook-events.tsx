import { CodeBlock } from "#features/api-docs/components/code-block.tsx";
import { InlineCode, RichText } from "#features/api-docs/components/rich-text.tsx";
import { type DocsWords, type Facts, wordFor } from "#features/api-docs/words/words.rules.ts";
import { testEvent, webhookEvents } from "#features/notifications/webhooks/webhooks.rules.ts";
import { eventBody } from "#features/rest-api/webhooks/webhook-events.rules.ts";

/** Every event with its meaning; its body unfolds. */
export function WebhookEvents({ words, facts }: { words: DocsWords; facts: Facts }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {([...webhookEvents, testEvent] as const).map((event) => (
        <li key={event} id={event} className="grid min-w-0 gap-1 px-3 py-2.5 text-sm">
          <div className="grid gap-x-4 gap-y-1 md:grid-cols-[15rem_minmax(0,1fr)]">
            <span>
              <InlineCode>{event}</InlineCode>
            </span>
            <span className="text-muted">
              <RichText text={wordFor(words.events, event)} facts={facts} />
            </span>
          </div>
          <details className="min-w-0">
            <summary className="touch inline-flex cursor-pointer items-center text-link text-xs underline">
              {words.labels.showBody}
            </summary>
            <div className="mt-2 grid min-w-0">
              <CodeBlock caption={event} code={eventBody(event)} labels={words.labels} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
