"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

export type TabItem = { value: string; label: ReactNode; panel: ReactNode };

/** Panels of which one is seen; arrow keys move between the tabs. */
export function Tabs({
  items,
  value,
  onChange,
  className,
}: {
  items: TabItem[];
  value?: string;
  onChange?: (value: string) => void;
  className?: string;
}) {
  return (
    <Base.Root
      value={value}
      defaultValue={value === undefined ? items[0]?.value : undefined}
      onValueChange={(next) => onChange?.(String(next))}
      className={className}
    >
      <Base.List className="flex gap-1 overflow-x-auto border-line border-b">
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className={cx(
              "touch -mb-px whitespace-nowrap border-transparent border-b-2 px-4 py-2 font-medium text-muted text-sm hover:text-text data-[active]:border-accent data-[active]:text-text",
            )}
          >
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="pt-4">
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
