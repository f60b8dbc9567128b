"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { menuItemClasses } from "#components/ui/menu-item-classes.ts";

/** A button that opens a list of links or actions below it. `trigger` is the button's element. */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "end";
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-50">
          <Base.Popup className="min-w-44 max-w-(--available-width) rounded-lg border border-line bg-raised p-1 shadow-pop transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One entry of a menu; `render` makes it a link. */
export function MenuItem({
  children,
  onClick,
  render,
  className,
}: {
  children: ReactNode;
  onClick?: () => void;
  render?: ReactElement;
  className?: string;
}) {
  return (
    <Base.Item onClick={onClick} render={render as never} className={cx(menuItemClasses, className)}>
      {children}
    </Base.Item>
  );
}
