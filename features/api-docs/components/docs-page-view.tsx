import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { type DocsPage, headOf } from "#features/api-docs/api-docs.rules.ts";
import { ActionList } from "#features/api-docs/components/action-list.tsx";
import { DocsMenu, DocsNav } from "#features/api-docs/components/docs-nav.tsx";
import { DocsSection } from "#features/api-docs/components/docs-section.tsx";
import { DrawnPart } from "#features/api-docs/components/drawn-part.tsx";
import { EndpointList } from "#features/api-docs/components/endpoint-list.tsx";
import { ErrorEntry } from "#features/api-docs/components/error-entry.tsx";
import { RichText } from "#features/api-docs/components/rich-text.tsx";
import { endpointsOf } from "#features/api-docs/endpoints.rules.ts";
import type { DocsWords, Facts } from "#features/api-docs/words/words.rules.ts";

type DocsPageViewProps = { page: DocsPage; words: DocsWords; facts: Facts };

/** A page of the documentation with its navigation. */
export function DocsPageView({ page, words, facts }: DocsPageViewProps) {
  const { title, lead } = headOf(page, words);
  return (
    <PageFrame className="grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
      <DocsNav words={words} current={page} />
      <div className="min-w-0">
        <DocsMenu words={words} current={page} />
        <PageHeading
          title={
            <span className="[overflow-wrap:anywhere]">
              <RichText text={title} facts={facts} />
            </span>
          }
          lead={<RichText text={lead} facts={facts} />}
        />
        <article className="grid min-w-0 grid-cols-1 gap-8">
          <PageBody page={page} words={words} facts={facts} />
        </article>
      </div>
    </PageFrame>
  );
}

function PageBody({ page, words, facts }: DocsPageViewProps) {
  if (page.kind === "actions") return <ActionList group={page.group} words={words} facts={facts} />;
  if (page.kind === "error") return <ErrorEntry entry={page.entry} words={words} facts={facts} />;
  if (page.kind === "resource") {
    return <EndpointList endpoints={endpointsOf(page.resource)} words={words} facts={facts} />;
  }
  return words.pages[page.key]?.sections.map((section) => (
    <DocsSection key={section.id} section={section} facts={facts} linkLabel={words.labels.anchor}>
      <DrawnPart name={`${page.key}/${section.id}`} words={words} facts={facts} />
    </DocsSection>
  ));
}
