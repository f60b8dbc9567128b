import { cx } from "#components/ui/class-names.ts";

/** Bars of one place, the first at the back: how high each is in the unit of the lines, and its `fill-` class. */
type BarColumn = {
  readonly key: string;
  readonly bars: readonly { readonly height: number; readonly fill: string }[];
};

type BarPlotProps = {
  columns: readonly BarColumn[];
  /** From zero up; the last one is the top. */
  lines: readonly { readonly value: number; readonly text: string }[];
  /** What is below the first and the last column. */
  ends: readonly [string, string];
  /** The column whose numbers are shown; null = none. */
  pointed: number | null;
  onPoint: (column: number | null) => void;
};

/** Lines and bars, in percents of a plane that takes the width there is. Drawn for the eye only: a table has the numbers. */
export function BarPlot({ columns, lines, ends, pointed, onPoint }: BarPlotProps) {
  const top = lines.at(-1)?.value ?? 1;
  const point = (event: React.PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * columns.length);
    onPoint(Math.max(0, Math.min(columns.length - 1, at)));
  };
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div className="relative h-48 lg:h-60">
        {/* Gives the column the width of its longest text. */}
        {lines.map(({ value, text }) => (
          <span key={value} className="tabular invisible block h-0 overflow-hidden text-right text-xs">
            {text}
          </span>
        ))}
        {lines.map(({ value, text }) => (
          <span
            key={value}
            className="tabular absolute right-0 translate-y-1/2 whitespace-nowrap text-muted text-xs"
            style={{ bottom: `${(value / top) * 100}%` }}
          >
            {text}
          </span>
        ))}
      </div>
      <svg
        aria-hidden="true"
        className="h-48 w-full touch-pan-y overflow-visible lg:h-60"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onPoint(null)}
      >
        {lines.map(({ value }) => (
          <line
            key={value}
            x1="0"
            x2="100%"
            y1={`${100 - (value / top) * 100}%`}
            y2={`${100 - (value / top) * 100}%`}
            className={value === 0 ? "stroke-line-strong" : "stroke-line"}
          />
        ))}
        {columns.map(({ key, bars }, at) => (
          <g key={key} opacity={pointed === null || pointed === at ? 1 : 0.45}>
            {bars.map(({ height, fill }) => (
              <Bar key={fill} at={at} of={columns.length} share={height / top} fill={fill} />
            ))}
          </g>
        ))}
        {/* Empty places can be pointed at as well. */}
        <rect width="100%" height="100%" fill="transparent" />
      </svg>
      <div className="tabular col-start-2 mt-1.5 flex justify-between text-muted text-xs">
        {columns.length > 1 ? <span>{ends[0]}</span> : null}
        <span className={cx(columns.length === 1 && "mx-auto")}>{ends[1]}</span>
      </div>
    </div>
  );
}

/** A bar of the column's place, at most a few hundredths of the width wide: one alone is no wall. */
function Bar({ at, of, share, fill }: { at: number; of: number; share: number; fill: string }) {
  if (share <= 0) return null;
  const place = 100 / of;
  const width = Math.min(place * 0.76, 6);
  return (
    <rect
      x={`${place * at + (place - width) / 2}%`}
      width={`${width}%`}
      y={`${100 - share * 100}%`}
      height={`${share * 100}%`}
      className={fill}
    />
  );
}

/** What the colours stand for. */
export function BarLegend({
  parts,
}: {
  parts: readonly { readonly colour: string; readonly name: string }[];
}) {
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {parts.map(({ colour, name }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span className={cx("size-2.5 rounded-xs", colour)} />
          {name}
        </span>
      ))}
    </p>
  );
}

/** The two bars of a place: what the legend's `colour` and the plot's `fill` are for the one behind and the one in front. */
export const barTones = {
  back: { colour: "bg-line-strong", fill: "fill-line-strong" },
  front: { colour: "bg-link", fill: "fill-link" },
} as const;

/** The numbers of the pointed place, behind its name. Drawn for the eye only. */
export function BarReading({ place, texts }: { place: string; texts: readonly string[] }) {
  return (
    <p aria-hidden="true" className="tabular">
      <span className="text-muted">{place}: </span>
      <span className="font-medium">{texts.join(", ")}</span>
    </p>
  );
}
