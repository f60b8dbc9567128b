import type { Row } from "#features/site/pages.rules.ts";

/** Pages for who writes the site's texts, of which everybody else learns nothing. */
export const editorPages = [
  { path: "/draft/[id]" },
  { path: "/draft/faq/[id]" },
  { path: "/draft/page/[id]" },
] as const satisfies readonly Row[];
