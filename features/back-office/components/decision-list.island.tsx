"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { type Filter, useDeskList } from "#features/back-office/back-office.client.ts";
import { Choice, Filters } from "#features/back-office/components/choice.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepButtons, StepList } from "#features/back-office/components/step-list.island.tsx";

type Decided = { id: number; state: string };

type DecisionListProps<Item extends Decided, Step extends string> = {
  /** Where it is read. */
  path: string;
  /** All states of an item. The first one, in which it waits, is shown until another is chosen. */
  states: readonly [Item["state"], ...Item["state"][]];
  stateText: (state: Item["state"]) => string;
  /** What is said where no item is in the state. */
  empty: string;
  /** Values to filter by beside the state, and their fields. */
  filter?: Filter;
  filters?: ReactNode;
  /** What an item is. */
  main: (item: Item) => ReactNode;
  /** What stands beside its state. */
  aside?: (item: Item) => ReactNode;
  facts: (item: Item) => ReactNode;
  /** What the visitor may do about it now. */
  steps: (item: Item) => readonly Step[];
  stepText: (step: Step) => string;
  /** The step that refuses. */
  danger: Step;
  dialog: (asked: Asked<Item, Step>) => ReactNode;
};

/** A list of what waits for a decision of the staff, oldest first, and of what was decided, by state. */
export function DecisionList<Item extends Decided, Step extends string>(
  props: DecisionListProps<Item, Step>,
) {
  const { path, states, stateText, empty, filter, filters, main, aside, facts, dialog } = props;
  const t = useTranslations("backOffice.filters");
  const [state, setState] = useState<string>(states[0]);
  const query = useDeskList<Item>(path, { state, ...filter }, "after");
  return (
    <>
      <Filters>
        <Choice
          label={t("state")}
          value={state}
          onChange={setState}
          options={states.map((one) => [one, stateText(one)] as const)}
        />
        {filters}
      </Filters>
      <StepList<Item, Step> query={query} empty={empty} dialog={dialog}>
        {(item, ask) => (
          <DeskRow
            main={main(item)}
            aside={
              <>
                {aside?.(item)}
                <StateBadge state={item.state} text={stateText(item.state)} />
              </>
            }
          >
            {facts(item)}
            <StepButtons
              steps={props.steps(item)}
              textOf={props.stepText}
              danger={props.danger}
              onAsk={ask}
            />
          </DeskRow>
        )}
      </StepList>
    </>
  );
}
