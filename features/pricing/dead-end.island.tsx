"use client";

import { createContext, type ReactNode, use } from "react";

/** Where a list of countries led nowhere: the service, and what was searched ("" where the service has no country at all). */
type DeadEnd = {
  readonly serviceId: number | null;
  readonly serviceName: string;
  readonly search: string;
  /** The country whose page it is; `search` is its name then. */
  readonly countryId?: number;
};

const Context = createContext<DeadEnd>({ serviceId: null, serviceName: "", search: "" });

/** The dead end around an island; nothing is known on a page of its own. */
export function useDeadEnd(): DeadEnd {
  return use(Context);
}

/** Tells what stands in it where the visitor got stuck. */
export function DeadEndFrame({ children, ...deadEnd }: DeadEnd & { children: ReactNode }) {
  return <Context value={deadEnd}>{children}</Context>;
}
