/**
 * Where an ordinary press leads that meets a link to another page of the site: no key that opens a window of its own, no download, no
 * address of the API, not the page that is open. Null for everything else, which is the browser's.
 */
export function pressedAddress(event: MouseEvent): URL | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.hasAttribute("download") || (link.target && link.target !== "_self")) return null;
  const to = new URL(link.href);
  const isElsewhere = to.origin !== location.origin || to.pathname.startsWith("/api/");
  const isHere = to.pathname + to.search === location.pathname + location.search;
  return isElsewhere || isHere ? null : to;
}
