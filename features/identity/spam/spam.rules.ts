/** What makes the staff look twice at something that was sent in. */
export const spamFlags = ["disposable", "repeated", "links"] as const;
export type SpamFlag = (typeof spamFlags)[number];

/** Places that spam leads to; a sentence without a space behind its full stop is no link. */
const LINK =
  /:\/\/\S|\bwww\.\S|[\p{L}\p{N}]\.(?:app|biz|cc|click|club|cn|co|com|dev|es|icu|in|info|io|link|live|me|net|online|org|pro|ru|shop|site|store|su|tk|top|tr|vip|xyz|рф)(?![\p{L}\p{N}])/iu;

/** How many links a text holds, also those that look-alikes of a full stop are to hide. */
export function countLinks(text: string): number {
  const folded = text.normalize("NFKC").replace(/[。․]/g, ".");
  // An address is named once, whether by its scheme, its "www" or its end.
  return folded.split(/\s+/).filter((word) => LINK.test(word)).length;
}

/** So many equal texts of a day are taken; more are refused. */
export const repeatLimit = 5;
/** Within so many hours equal texts are one wave. */
export const repeatHours = 24;

type Signs = { readonly isDisposable: boolean; readonly repeats: number; readonly links: number };

/** What of it the staff are told. */
export function flagsOf({ isDisposable, repeats, links }: Signs): SpamFlag[] {
  const raised: Readonly<Record<SpamFlag, boolean>> = {
    disposable: isDisposable,
    repeated: repeats > 0,
    links: links > 0,
  };
  return spamFlags.filter((flag) => raised[flag]);
}
