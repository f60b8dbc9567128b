import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { INCOMPLETE_HEADER } from "#lib/http/incomplete-header.ts";

/**
 * A page of Next cannot choose its own status or headers: `notFound()` answers 404 with an empty body, and
 * a thrown error does the same with 500. So the renderer remembers which response it is working on, and a page may
 * set status and headers on it as long as nothing has been sent.
 *
 * The store hangs on a global symbol because the bundler gives pages and start-up code separate copies of this file.
 */
const storeKey = Symbol.for("smsden.page-response");
type Holder = { [storeKey]?: AsyncLocalStorage<ServerResponse> };

/** Begins remembering; called once when the renderer starts. */
export function rememberResponses(): void {
  const holder = globalThis as Holder;
  if (holder[storeKey]) return;
  const store = new AsyncLocalStorage<ServerResponse>();
  holder[storeKey] = store;
  subscribe("http.server.request.start", (message) => {
    store.enterWith((message as { response: ServerResponse }).response);
  });
}

function currentResponse(): ServerResponse | null {
  const response = (globalThis as Holder)[storeKey]?.getStore();
  return response && !response.headersSent ? response : null;
}

/** Sets the status of the page being rendered; without effect when its head is already sent. */
export function setPageStatus(status: number): void {
  const response = currentResponse();
  if (response) response.statusCode = status;
}

/** Sets a header of the page being rendered; without effect when its head is already sent. */
export function setPageHeader(name: string, value: string): void {
  currentResponse()?.setHeader(name, value);
}

/** The page being rendered shows that there is nothing here: 404. */
export function pageNotFound(): void {
  setPageStatus(404);
}

/** Something of the page being rendered could not be read: what is shown in its place is for this visit, and is never kept. */
export function pageIsIncomplete(): void {
  setPageHeader(INCOMPLETE_HEADER, "1");
}

/** Names what the page is made of (`offers:52`); the front door makes a new copy when one of them changes. */
export function pageTags(tags: readonly string[]): void {
  setPageHeader("x-page-tags", tags.join(","));
}
