import type { ReactNode } from "react";

type FiguresTableProps = {
  columns: readonly string[];
  /** Figures by the row's name, one per further column. */
  rows: readonly { name: string; figures: readonly ReactNode[] }[];
};

/** Figures with the names of rows and columns; scrolls by itself where it is too wide. */
export function FiguresTable({ columns, rows }: FiguresTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="overflow-x-auto" tabIndex={0} aria-label={columns.join(", ")}>
      <table className="w-full text-left text-sm">
        <thead className="text-muted text-xs">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium first:pl-5 last:pr-5">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ name, figures }) => (
            <tr key={name}>
              <th scope="row" className="wrap-anywhere min-w-36 py-2 pr-3 pl-5 font-medium">
                {name}
              </th>
              {figures.map((figure, at) => (
                <td key={columns[at + 1]} className="tabular whitespace-nowrap px-3 py-2 last:pr-5">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
