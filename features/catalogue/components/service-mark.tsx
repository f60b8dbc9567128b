import { cx } from "#components/ui/class-names.ts";
import { Pictogram } from "#components/ui/pictogram.tsx";

/** A service's mark on a neutral tile, or its first letter. Decoration: the name stands beside it. */
export function ServiceMark({
  icon,
  name,
  size = "md",
}: {
  icon: string | null;
  name: string;
  size?: "sm" | "md" | "lg";
}) {
  const box = {
    sm: "size-6 rounded text-xs",
    md: "size-8 rounded-md text-sm",
    lg: "size-10 rounded-md text-base",
  }[size];
  const mark = { sm: 16, md: 20, lg: 24 }[size];
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid shrink-0 place-items-center border border-line bg-white font-semibold text-stone-700",
        box,
      )}
    >
      {icon ? <Pictogram src={icon} width={mark} height={mark} /> : [...name][0]?.toUpperCase()}
    </span>
  );
}
