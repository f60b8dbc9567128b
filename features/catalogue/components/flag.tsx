import { Pictogram } from "#components/ui/pictogram.tsx";

/** A country's flag, 4:3. Decoration: the name stands beside it. */
export function Flag({ src, className = "" }: { src: string; className?: string }) {
  return (
    <Pictogram
      src={src}
      width={24}
      height={18}
      className={`h-4.5 w-6 shrink-0 rounded-sm border border-line bg-sunken object-cover ${className}`}
    />
  );
}
