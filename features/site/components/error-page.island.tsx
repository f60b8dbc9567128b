"use client";

import { MessagePage } from "#components/layout/message-page.tsx";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { useReloadForLostChunk } from "#features/site/failures/failures.client.ts";
import { type FailureWords, isLostChunk, statusOf } from "#features/site/failures/failures.rules.ts";

type Props = {
  error: Error & { digest?: string };
  words: FailureWords;
  /** The home page in the reader's language. */
  home: string;
  /** Draws the page once more. */
  reset: () => void;
};

/** What the browser shows when a page fails while it is shown: the status, what to do, and the way home. */
export function ErrorPage({ error, words, home, reset }: Props) {
  const isReloading = useReloadForLostChunk(error);
  if (isReloading) return null;
  // What could not be loaded is not asked for again by drawing it once more.
  const retry = isLostChunk(error) ? () => location.reload() : reset;
  return (
    <MessagePage
      figure={statusOf(error)}
      title={words.title}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button tone="accent" size="lg" onClick={retry}>
            {words.retry}
          </Button>
          {/* Not a link of the router: what is left of the page may not be able to follow it. */}
          <a href={home} className={buttonClasses("plain", "lg")}>
            {words.home}
          </a>
        </div>
      }
    >
      <p>{words.text}</p>
      {error.digest ? (
        <p className="mt-3 text-faint text-xs">
          {words.requestId} <code className="font-mono">{error.digest}</code>
        </p>
      ) : null}
    </MessagePage>
  );
}
