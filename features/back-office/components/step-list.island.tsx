"use client";

import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { DeskList, type DeskListProps } from "#features/back-office/components/desk-list.tsx";

/** The step that somebody is about to take with an item. */
export type Asked<Item, Step> = { readonly item: Item; readonly step: Step; readonly onClose: () => void };

type StepListProps<Item, Step> = Omit<DeskListProps<Item>, "children"> & {
  /** An item's row; `ask` opens the dialog of one of its steps. */
  children: (item: Item, ask: (step: Step) => void) => ReactNode;
  /** Asks before the step is taken. It stays open when the item leaves the list. */
  dialog: (asked: Asked<Item, Step>) => ReactNode;
};

/** A list of the desk whose items can be acted on. */
export function StepList<Item extends { id: number }, Step>({
  children,
  dialog,
  ...list
}: StepListProps<Item, Step>) {
  const [asked, setAsked] = useState<Omit<Asked<Item, Step>, "onClose"> | null>(null);
  return (
    <>
      <DeskList {...list}>{(item) => children(item, (step) => setAsked({ item, step }))}</DeskList>
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
