/** A country's flag, 4:3. Decoration: the name stands beside it. */
export function Flag({ src, className = "" }: { src: string; className?: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: a small svg of our own; the image optimiser is off
    <img
      src={src}
      alt=""
      width={24}
      height={18}
      loading="lazy"
      decoding="async"
      className={`h-4.5 w-6 shrink-0 rounded-sm border border-line bg-sunken object-cover ${className}`}
    />
  );
}
