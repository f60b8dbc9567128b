import { pictureHref } from "#features/site/stored-pictures.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A picture as the site shows it. */
export type Picture = {
  readonly id: number;
  /** Its file's name, which is made of its content. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who do not see it. */
  readonly alt: string;
  /** The language of `alt`: the text's, or English where nobody has translated it. */
  readonly language: Locale;
};

/** A file to be stored may have so many bytes: fewer than the front door takes, so that whoever sends more is told why. */
export const pictureBytes = 6 * 1024 * 1024;
/** And a picture so many dots, however few bytes they are packed into: three times as many bytes when it is unpacked. */
export const pictureDots = 40_000_000;
/** Larger ones are made smaller before they are stored. */
export const largestPicture = { width: 1920, height: 3840 } as const;
/** Of a picture in the place of a mark, which is drawn 24 wide at most: four dots for each. */
const MARK_WIDTH = 96;
/** Besides its own width every picture is there in these, where they are narrower. */
export const narrowWidths = [MARK_WIDTH, 480, 960] as const;

const NAME = /^[0-9a-f]{64}(?:-(?:96|480|960))?\.webp$/;

/** Whether a file of the store can be called so: nothing that names a folder is among them. */
export function isPictureName(name: string): boolean {
  return NAME.test(name);
}

/** The file of a picture in one of the narrow widths. */
export function narrowName(name: string, width: (typeof narrowWidths)[number]): string {
  return name.replace(/\.webp$/, `-${width}.webp`);
}

/** All files that a picture of this width is stored in. */
export function filesOf({ name, width }: Pick<Picture, "name" | "width">): string[] {
  return [...narrowWidths.filter((narrow) => narrow < width).map((narrow) => narrowName(name, narrow)), name];
}

/** The file of a picture that is shown in the place of a service's mark (content_service_pictures names the same). */
export function markName({ name, width }: Pick<Picture, "name" | "width">): string {
  return MARK_WIDTH < width ? narrowName(name, MARK_WIDTH) : name;
}

/** The narrowest file in which a picture can be looked at. */
export function thumbnailName({ name, width }: Pick<Picture, "name" | "width">): string {
  return 480 < width ? narrowName(name, 480) : name;
}

/**
 * What may be shown under a name that has no file. Pictures that were stored before marks had a width of their own lack that one: the others are
 * asked for in its place, the narrowest first. Nothing stands in for any other name.
 */
export function standIns(name: string): string[] {
  const mark = `-${MARK_WIDTH}.webp`;
  if (!isPictureName(name) || !name.endsWith(mark)) return [];
  const whole = name.replace(mark, ".webp");
  return [narrowName(whole, 480), whole];
}

/** The files of a picture with their widths, out of which a browser takes the one that it needs; no place in a text is as small as a mark. */
export function sourceSet({ name, width }: Pick<Picture, "name" | "width">): string {
  const narrow = narrowWidths
    .filter((one) => one > MARK_WIDTH && one < width)
    .map((one) => `${pictureHref(narrowName(name, one))} ${one}w`);
  return [...narrow, `${pictureHref(name)} ${width}w`].join(", ");
}
