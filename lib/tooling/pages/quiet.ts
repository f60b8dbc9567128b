/** For how long nothing may be open before a page counts as quiet. */
const QUIET_MS = 500;
const QUIET_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 25;

type Heard = (request: { url(): string }) => void;

/** What of a page is needed here. */
export type WatchedPage = {
  on(event: "request", heard: Heard): unknown;
  on(event: "requestfinished", heard: Heard): unknown;
  on(event: "requestfailed", heard: Heard): unknown;
  waitForLoadState(state: "load"): Promise<void>;
};

/**
 * Counts what a page asks for from now on, so it is called before the page goes anywhere. The function it returns resolves when the page
 * has loaded and nothing has been open for 500 ms; after a minute it throws an error that names what still is. The browser's own word for this
 * does not always come: what a page takes out of a preload may begin twice and end once. So addresses are counted, and one that has
 * come is not waited for again.
 */
export function watchRequests(page: WatchedPage): () => Promise<void> {
  const open = new Set<string>();
  const ended = new Set<string>();
  let heardMs = 0;
  const begin: Heard = (request) => {
    if (!ended.has(request.url())) open.add(request.url());
    heardMs = performance.now();
  };
  const end: Heard = (request) => {
    open.delete(request.url());
    ended.add(request.url());
    heardMs = performance.now();
  };
  page.on("request", begin);
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return async () => {
    await page.waitForLoadState("load");
    const begunMs = performance.now();
    const isQuiet = () => open.size === 0 && performance.now() - Math.max(heardMs, begunMs) >= QUIET_MS;
    while (!isQuiet()) {
      if (performance.now() - begunMs > QUIET_WITHIN_MS)
        throw new Error(`The page is not quiet after ${QUIET_WITHIN_MS} ms: ${[...open].join(", ")}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
}
