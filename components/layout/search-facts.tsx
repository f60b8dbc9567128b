import { jsonForHtml } from "#lib/json/json-for-html.ts";

/** What search engines are told of a page, in schema.org's words. No text of it can end the element that it stands in. */
export function SearchFacts({ facts }: { facts: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end its element
      dangerouslySetInnerHTML={{ __html: jsonForHtml(facts) }}
    />
  );
}
