/** A seller's description, made harmless when it was written; a check looks at what is stored. */
export function OfferDescription({ html }: { html: string }) {
  return (
    <div
      className="grid gap-2 wrap-anywhere text-sm [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing but bare tags is stored
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
