import { ChevronDown } from "lucide-react";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { type DocsPage, docsGroups, docsHref, headOf } from "#features/api-docs/api-docs.rules.ts";
import { type DocsWords, plainText } from "#features/api-docs/words/words.rules.ts";

type DocsNavProps = { words: DocsWords; current: DocsPage };

/** Where in the documentation one is: at the left of wide screens. */
export function DocsNav({ words, current }: DocsNavProps) {
  return (
    <nav
      aria-label={words.labels.contents}
      className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto pb-8 lg:block"
    >
      <NavGroups words={words} current={current} />
    </nav>
  );
}

/** The same on phones: folded under the name of the page one is on. Works before any script runs. */
export function DocsMenu({ words, current }: DocsNavProps) {
  return (
    // Of each page its own, so that it folds again once a page is chosen.
    <details key={current.path} className="group mb-5 rounded-lg border border-line bg-surface lg:hidden">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 px-3 font-medium text-sm [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 truncate">
          <span className="text-muted">{words.labels.contents}: </span>
          {plainText(headOf(current, words).title)}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-faint group-open:rotate-180" />
      </summary>
      <nav aria-label={words.labels.contents} className="border-line border-t p-2">
        <NavGroups words={words} current={current} />
      </nav>
    </details>
  );
}

/** The address of the page that a page belongs to; null for those that stand by themselves. */
function parentOf({ path }: DocsPage): string | null {
  const last = path.lastIndexOf("/");
  return last > 0 ? path.slice(0, last) : null;
}

/** Pages below another one show only while one is on it or on one of them: the whole list is longer than a screen. */
function isUnfolded(page: DocsPage, currentPath: string): boolean {
  const parent = parentOf(page);
  return parent === null || currentPath === parent || currentPath.startsWith(`${parent}/`);
}

function NavGroups({ words, current }: DocsNavProps) {
  // A code's page stands below the catalogue.
  const currentPath = current.kind === "error" ? "/errors" : current.path;
  return (
    <div className="grid gap-4">
      {docsGroups.map(({ key, pages }) => (
        <div key={key}>
          <p className="px-2 font-semibold text-faint text-xs">{words.groups[key]}</p>
          <ul className="mt-1 grid">
            {pages
              .filter((page) => isUnfolded(page, currentPath))
              .map((page) => (
                <NavItem key={page.path} page={page} words={words} isCurrent={page.path === currentPath} />
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function NavItem({ page, words, isCurrent }: { page: DocsPage; words: DocsWords; isCurrent: boolean }) {
  return (
    <li>
      <LocaleLink
        href={docsHref(page)}
        aria-current={isCurrent ? "page" : undefined}
        className={cx(
          "touch flex items-center rounded-md px-2 py-1.5 text-sm [overflow-wrap:anywhere]",
          parentOf(page) !== null && "pl-5",
          isCurrent
            ? "bg-accent-soft font-medium text-on-accent-soft"
            : "text-muted hover:bg-sunken hover:text-text",
        )}
      >
        {plainText(headOf(page, words).title)}
      </LocaleLink>
    </li>
  );
}
