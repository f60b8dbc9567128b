"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { DeskList, type DeskListProps } from "#features/back-office/components/desk-list.tsx";
import { useEntryKeys } from "#features/back-office/components/entry-keys.client.ts";

/** The step that somebody is about to take with an item. */
export type Asked<Item, Step> = { readonly item: Item; readonly step: Step; readonly onClose: () => void };

type StepListProps<Item, Step> = Omit<DeskListProps<Item>, "children"> & {
  /** An item's row; `ask` opens the dialog of one of its steps. */
  children: (item: Item, ask: (step: Step) => void) => ReactNode;
  /** Asks before the step is taken. It stays open when the item leaves the list. */
  dialog: (asked: Asked<Item, Step>) => ReactNode;
};

/** A list of the desk whose items can be acted on, also with the keyboard alone. */
export function StepList<Item extends { id: number }, Step>({
  children,
  dialog,
  ...list
}: StepListProps<Item, Step>) {
  const t = useTranslations("backOffice");
  const [asked, setAsked] = useState<Omit<Asked<Item, Step>, "onClose"> | null>(null);
  const ids = list.query.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const root = useEntryKeys(ids, asked?.item.id ?? null);
  return (
    <>
      <div ref={root} tabIndex={-1} className="grid gap-2 outline-none">
        {ids.length > 1 ? <p className="text-muted text-xs pointer-coarse:hidden">{t("listKeys")}</p> : null}
        <DeskList {...list}>{(item) => children(item, (step) => setAsked({ item, step }))}</DeskList>
      </div>
      {asked ? dialog({ ...asked, onClose: () => setAsked(null) }) : null}
    </>
  );
}

type StepButtonsProps<Step> = {
  steps: readonly Step[];
  textOf: (step: Step) => string;
  /** The step that refuses or takes away. */
  danger: Step;
  onAsk: (step: Step) => void;
  /** Further buttons. */
  children?: ReactNode;
};

/** What can be done about an item, a button each; nothing where there is no step. */
export function StepButtons<Step extends string>(props: StepButtonsProps<Step>) {
  const { steps, textOf, danger, onAsk, children } = props;
  if (steps.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {steps.map((step) => (
        <Button key={step} tone={step === danger ? "danger" : "plain"} onClick={() => onAsk(step)}>
          {textOf(step)}
        </Button>
      ))}
      {children}
    </div>
  );
}
