import { harmlessHtml } from "#features/ready-accounts/stock/description.rules.ts";

/** A seller's description: made harmless when it was written, and once more where it is shown. */
export function HarmlessHtml({ html }: { html: string }) {
  return (
    <div
      className="grid gap-2 wrap-anywhere text-sm [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing but bare tags is left
      dangerouslySetInnerHTML={{ __html: harmlessHtml(html) }}
    />
  );
}
