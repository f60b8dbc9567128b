import { firstMarks, sheets } from "#components/ui/pictogram-sheets.gen.ts";

/** Where a picture of ours stands among others, null for any other picture. */
function placeOf(src: string): string | null {
  const [, folder, name] = /^\/icons\/(countries|services|payments)\/([\w-]+)\.svg$/.exec(src) ?? [];
  if (!folder || !name) return null;
  const rest = folder === "services" && !firstMarks.includes(` ${name} `) ? sheets.rest : sheets.first;
  return `${folder === "countries" ? sheets.flags : rest}#${folder}-${name}`;
}

type PictogramProps = {
  src: string;
  width: number;
  height: number;
  /** What it says where no name stands beside it; decoration without one. */
  label?: string;
  className?: string;
};

/** A flag or a mark. Ours come out of one file for all of them; any other, such as one that was uploaded, is a file of its own. */
export function Pictogram({ src, label, ...look }: PictogramProps) {
  const place = placeOf(src);
  if (!place) {
    // biome-ignore lint/performance/noImgElement: a small picture; the image optimiser is off
    return <img src={src} alt={label ?? ""} title={label} loading="lazy" {...look} />;
  }
  return (
    <svg role={label && "img"} aria-label={label} aria-hidden={label ? undefined : true} {...look}>
      {label ? <title>{label}</title> : null}
      <use href={place} />
    </svg>
  );
}
