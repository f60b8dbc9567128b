import { type Picture, sourceSet } from "#features/content/media/pictures.rules.ts";
import { pictureHref } from "#features/site/stored-pictures.rules.ts";
import { localeFacts } from "#lib/i18n/locales.ts";

type PictureFigureProps = {
  picture: Picture;
  /** It is seen at once, at the head of a page: the others wait until one has scrolled to them. */
  isFirst?: boolean;
};

/** As wide as a text is (`max-w-3xl`), or as the window where that is narrower. */
const SIZES = "(min-width: 48rem) 48rem, 100vw";

/** A picture of the editors. Its place is kept while it comes. */
export function PictureFigure({ picture, isFirst = false }: PictureFigureProps) {
  const { name, width, height, alt, language } = picture;
  return (
    // biome-ignore lint/performance/noImgElement: its widths are made when it is stored, not by the page renderer
    <img
      src={pictureHref(name)}
      srcSet={sourceSet({ name, width })}
      sizes={SIZES}
      width={width}
      height={height}
      alt={alt}
      lang={localeFacts[language].tag}
      loading={isFirst ? undefined : "lazy"}
      decoding="async"
      className="h-auto max-w-full rounded-lg"
    />
  );
}
