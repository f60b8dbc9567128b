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
/** Besides its own width every picture is there in these, where they are narrower. */
export const narrowWidths = [480, 960] as const;

const NAME = /^[0-9a-f]{64}(?:-(?:480|960))?\.webp$/;

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

/** The file of a picture that weighs least: for marks and other small places. */
export function lightestName(picture: Pick<Picture, "name" | "width">): string {
  return filesOf(picture)[0] ?? picture.name;
}

/** The files of a picture with their widths, out of which a browser takes the one that it needs. */
export function sourceSet({ name, width }: Pick<Picture, "name" | "width">): string {
  const narrow = narrowWidths
    .filter((one) => one < width)
    .map((one) => `${pictureHref(narrowName(name, one))} ${one}w`);
  return [...narrow, `${pictureHref(name)} ${width}w`].join(", ");
}
