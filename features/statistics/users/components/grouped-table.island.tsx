"use client";

import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { limits } from "#features/statistics/users/users.rules.ts";

/** Stays where it is while the others move: a row keeps its name. */
export const firstCell = "sticky left-0 bg-surface py-2.5 pr-3 pl-4 text-left";

type GroupedCardProps<By extends string> = {
  title: string;
  /** What the choice of groupings is called. */
  label: string;
  groupings: readonly By[];
  by: By;
  onBy: (by: By) => void;
  textOf: (by: By) => string;
  children: ReactNode;
};

/** A card with a table, and the choice of what its rows are. */
export function GroupedCard<By extends string>(props: GroupedCardProps<By>) {
  const { title, label, groupings, by, onBy, textOf, children } = props;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <h2 className="font-semibold text-base">{title}</h2>
        <fieldset aria-label={label} className={cx(segmentedClasses, "max-sm:w-full max-sm:flex-wrap")}>
          {groupings.map((one) => (
            <Segment
              key={one}
              chosen={by === one}
              className="whitespace-nowrap max-sm:flex-auto max-sm:px-2"
              onClick={() => onBy(one)}
            >
              {textOf(one)}
            </Segment>
          ))}
        </fieldset>
      </div>
      {children}
    </Card>
  );
}

type FigureRowsProps<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number | undefined;
  texts: { scroll: string; caption: string; total: string; all: string };
  head: ReactNode;
  nameOf: (row: Row) => ReactNode;
  cellsOf: (row: Row) => ReactNode;
  /** The cells of the last line. */
  totals: ReactNode;
};

/** The first rows with their totals; the others come by a press. */
export function FigureRows<Row>(props: FigureRowsProps<Row>) {
  const { rows, keyOf, texts, head, nameOf, cellsOf, totals } = props;
  const [isLong, setLong] = useState(false);
  const shown = isLong ? rows : rows.slice(0, limits.rowsShown);
  return (
    <>
      <section
        aria-label={texts.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto border-line border-t"
      >
        <table className="w-full whitespace-nowrap text-sm">
          <caption className="sr-only">{texts.caption}</caption>
          <thead>
            <tr className="border-line border-b text-muted text-xs">{head}</tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row" className={cx(firstCell, "font-medium")}>
                  {nameOf(row)}
                </th>
                {cellsOf(row)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-line border-t font-semibold">
              <th scope="row" className={cx(firstCell, "font-semibold")}>
                {texts.total}
              </th>
              {totals}
            </tr>
          </tfoot>
        </table>
      </section>
      {shown.length < rows.length ? (
        <div className="grid border-line border-t p-4">
          <Button className="justify-self-center" onClick={() => setLong(true)}>
            {texts.all}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type GoodsNameProps = {
  service: { icon: string | null; name: string } | null;
  country: { icon: string | null; name: string } | null;
};

/** The name of a row about a service or a country. */
export function GoodsName({ service, country }: GoodsNameProps) {
  return (
    <span className="flex max-w-36 items-center gap-2 sm:max-w-56">
      {service ? <ServiceMark icon={service.icon} name={service.name} size="sm" /> : null}
      {country?.icon ? <Flag src={country.icon} /> : null}
      <span className="truncate">{service?.name ?? country?.name}</span>
    </span>
  );
}
