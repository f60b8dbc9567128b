import { type ActionGroup, actionGroups } from "#features/api-docs/actions/actions.rules.ts";
import { restResources } from "#features/api-docs/endpoints.rules.ts";
import { type CatalogueEntry, errorCatalogue } from "#features/api-docs/error-pages/error-pages.rules.ts";
import { type DocsWords, wordFor } from "#features/api-docs/words/words.rules.ts";
import { errorSlug } from "#lib/errors/app-error.ts";

/** A page of the documentation. `path` stands behind `/docs`; the first page's is empty. */
export type DocsPage =
  | { readonly kind: "text"; readonly key: string; readonly path: string }
  | { readonly kind: "actions"; readonly group: ActionGroup; readonly path: string }
  | { readonly kind: "resource"; readonly resource: string; readonly path: string }
  | { readonly kind: "error"; readonly entry: CatalogueEntry; readonly path: string };

const text = (key: string, path: string = `/${key}`): DocsPage => ({ kind: "text", key, path });

/** Providers that people come from; each has a page. */
export const formerProviders = ["sms-activate", "grizzly", "smshub", "herosms"] as const;

/** Where their programs ask until now. */
export const formerBases: Readonly<Record<(typeof formerProviders)[number], string>> = {
  "sms-activate": "https://api.sms-activate.ae/stubs/handler_api.php",
  grizzly: "https://api.grizzlysms.com/stubs/handler_api.php",
  smshub: "https://smshub.org/stubs/handler_api.php",
  herosms: "https://hero-sms.com/stubs/handler_api.php",
};

/** The navigation: groups of pages, in the order in which they are read. */
export const docsGroups: readonly { readonly key: string; readonly pages: readonly DocsPage[] }[] = [
  {
    key: "basics",
    pages: [
      text("start", ""),
      text("activations"),
      text("rent"),
      text("keys"),
      text("sandbox"),
      text("limits"),
    ],
  },
  {
    key: "handler",
    pages: [
      text("handler", "/handler-api"),
      ...Object.keys(actionGroups).map((group) => ({
        kind: "actions" as const,
        group: group as ActionGroup,
        path: `/handler-api/${group}`,
      })),
    ],
  },
  {
    key: "rest",
    pages: [
      text("rest"),
      ...restResources.map((resource) => ({
        kind: "resource" as const,
        resource,
        path: `/rest/${resource}`,
      })),
      text("json", "/json-api"),
      text("assistants"),
    ],
  },
  { key: "push", pages: [text("webhooks"), text("stream", "/event-stream")] },
  {
    key: "more",
    pages: [
      text("errors"),
      text("coming", "/coming-from"),
      ...formerProviders.map((name) => text(name, `/coming-from/${name}`)),
      text("changes"),
    ],
  },
];

/** Every page: those of the navigation, and one for each code of the error catalogue. */
export const docsPages: readonly DocsPage[] = [
  ...docsGroups.flatMap(({ pages }) => pages),
  ...errorCatalogue.map((entry) => ({
    kind: "error" as const,
    entry,
    path: `/errors/${errorSlug(entry.code)}`,
  })),
];

const pageByPath = new Map(docsPages.map((page) => [page.path, page]));

/** The page at `/docs` and these parts of the address; null when there is none. */
export function findDocsPage(parts: readonly string[]): DocsPage | null {
  return pageByPath.get(parts.length === 0 ? "" : `/${parts.join("/")}`) ?? null;
}

/** The address of a page, without a language. */
export function docsHref(page: Pick<DocsPage, "path">): string {
  return `/docs${page.path}`;
}

/** Title and lead of a page, with their marks. */
export function headOf(page: DocsPage, words: DocsWords): { title: string; lead: string } {
  const nobody = { title: page.path, lead: "" };
  if (page.kind === "text") return words.pages[page.key] ?? nobody;
  if (page.kind === "actions") return words.actionGroups[page.group] ?? nobody;
  if (page.kind === "resource") return words.resources[page.resource] ?? nobody;
  return { title: page.entry.code, lead: wordFor(words.codes, page.entry.code) };
}
