/** What a former state of a document is told by, as the desk's list of versions has it. */
export type VersionRow = {
  readonly id: number;
  readonly updatedAt: string;
  /** The one language that was published with it, where an editor chose so. */
  readonly publishedLocale?: string | null;
  readonly version: {
    readonly _status?: "draft" | "published" | null;
    /** A number alone where the row of the editor may not be read. */
    readonly editedBy?: { readonly name: string } | number | null;
  };
};

/** A state by the name that the desk's own languages have for it. */
export type VersionState = "currentDraft" | "draft" | "currentlyPublished" | "previouslyPublished";

/** What each version is now; `rows`: all of a document, the newest first. `isPublished`: whether readers see the document. */
export function statesOf(rows: readonly VersionRow[], isPublished: boolean): VersionState[] {
  const shown = isPublished ? rows.findIndex(({ version }) => version._status === "published") : -1;
  return rows.map(({ version }, at) => {
    if (version._status === "published") return at === shown ? "currentlyPublished" : "previouslyPublished";
    return at === 0 ? "currentDraft" : "draft";
  });
}

/** Who saved it. Nobody did what came with the start, or before authors were written down. */
export function authorOf({ version: { editedBy } }: VersionRow): string {
  if (typeof editedBy === "number") return `staff ${editedBy}`;
  return editedBy?.name ?? "—";
}
