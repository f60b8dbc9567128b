/** The framework's own files of script; what it wants at once or in their order (without `async`) stays as it is. */
const OWN_SCRIPT = /<script\b([^>]*?\bsrc="(\/_next\/static\/[^"]+)"[^>]*)><\/script>/g;
/** What has a script loaded ahead of its place. */
const SCRIPT_PRELOAD = /<link rel="preload" as="script"[^>]*? href="([^"]+)"[^>]*>/g;

/**
 * Loads the scripts that wait, once the browser has drawn the page. It runs in the page, and its text is sent with it: it must stand
 * alone (no imports, no names from outside). Nothing is drawn of a page that nobody sees: there they are loaded at once.
 */
function loadAfterPaint(): void {
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    for (const place of document.querySelectorAll<HTMLTemplateElement>("template[data-after-paint]")) {
      const script = document.createElement("script");
      // As written: React looks for its scripts by these attributes, and would load what it does not find.
      script.setAttribute("async", "");
      script.setAttribute("src", place.dataset.afterPaint ?? "");
      document.head.append(script);
    }
  };
  if (document.hidden) begin();
  // The frame's own task: behind it the frame is drawn.
  else requestAnimationFrame(() => setTimeout(begin));
  document.addEventListener("visibilitychange", begin, { once: true });
}

/** `loadAfterPaint` for a `<script>` at the end of a page: a constant, so that pages can allow it by its hash. */
export const lateScript = `(${loadAfterPaint.toString()})()`;

/**
 * Makes the framework's scripts wait for the first paint: loading and running them before would keep network and processor from what
 * is to be drawn (`docs/decisions/0668`). Only scripts that carry the nonce of this fill are taken; a page without any is returned
 * as it came.
 */
export function delayScripts(html: string, nonce: string): string {
  const carried = ` nonce="${nonce}"`;
  const delayed = new Set<string>();
  const page = html
    .replace(OWN_SCRIPT, (script, attributes: string, src: string) => {
      if (!attributes.includes(carried) || !/\basync\b/.test(attributes)) return script;
      delayed.add(src);
      const id = /\bid="([^"]*)"/.exec(attributes);
      return `<template${id ? ` id="${id[1]}"` : ""} data-after-paint="${src}"></template>`;
    })
    .replace(SCRIPT_PRELOAD, (link, href: string) => (delayed.has(href) ? "" : link));
  const end = page.lastIndexOf("</body>");
  if (delayed.size === 0 || end < 0) return html;
  return `${page.slice(0, end)}<script${carried}>${lateScript}</script>${page.slice(end)}`;
}
