import { act } from "@testing-library/react";
import { type ReactElement, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach } from "vitest";

type Listener = Parameters<typeof addEventListener>;

/**
 * Pages as they come from the server, for the scripts of <head>. `runScript` runs one as a page does: its text alone. `serve` puts a page
 * into the document; its `hydrate` is what its scripts do when they have come. `end`: what has to be undone after a test, before
 * what came earlier.
 */
export function servedPages() {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    delete document.documentElement.dataset.listening;
  });
  const runScript = (script: string) => {
    const listen = (...listener: Listener) => {
      // Other suites have the same window, and theirs is not held.
      ends.push(() => removeEventListener(...listener));
      addEventListener(...listener);
    };
    new Function("addEventListener", script)(listen);
  };
  const serve = (content: ReactElement) => {
    const place = document.createElement("div");
    place.innerHTML = renderToString(<Page>{content}</Page>);
    document.body.append(place);
    ends.push(() => place.remove());
    const hydrate = () =>
      act(async () => {
        const root = hydrateRoot(place, <Page>{content}</Page>);
        ends.unshift(() => act(() => root.unmount()));
      });
    return { place, hydrate };
  };
  return { runScript, serve, end: (undo: () => void) => ends.push(undo) };
}

function Page({ children }: { children: ReactElement }) {
  useEffect(() => {
    document.documentElement.dataset.listening = "";
  }, []);
  return children;
}
