import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// Machines that test are busy: what is waited for ends the wait at once, and what never comes is found out all the same.
configure({ asyncUtilTimeout: 10_000 });

// jsdom lays nothing out, so it has nowhere to scroll to.
Element.prototype.scrollIntoView = () => {};

emptyPage();

afterEach(() => cleanup());

/** The next file of the worker has the browser's own. */
afterAll(() => void vi.unstubAllGlobals());

/** The files of a worker share one page: each begins at its first address, with nothing on it and nothing kept. */
function emptyPage(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
    document.cookie = `${cookie.split("=")[0]}=; max-age=0; path=/`;
  }
  history.replaceState(null, "", "/");
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
