"use client";

import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { ApiProblem } from "#lib/api/browser-client.ts";

/** A long word without a place to break, and a sentence of them: what a layout meets sooner or later. */
export const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";
export const LONG_NAME = "Saint Helena, Ascension and Tristan da Cunha (South Atlantic Territories)";
/** Roubles nobody has, in kopecks. */
export const MUCH_KOPECKS = 123_456_789;
export const RUB_PER_USD = 81.5;
export const MOMENT = "2026-11-21T10:00:00.000Z";

type SpecimenProps = {
  /** What is shown: the part and its state. */
  name: string;
  children: ReactNode;
  /** No frame of the card's own width: it takes the whole row. */
  wide?: boolean;
};

/** One part in one state under its name. */
export function Specimen({ name, children, wide = false }: SpecimenProps) {
  return (
    <figure
      data-specimen={name}
      className={cx("grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2", wide && "col-span-full")}
    >
      <figcaption className="break-words font-mono text-muted text-xs">{name}</figcaption>
      <Remembering>{children}</Remembering>
    </figure>
  );
}

/** Specimens side by side where there is room. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,26rem),1fr))] gap-6">{children}</div>
  );
}

/** What went wrong in specimens of failure. */
export const problem = new ApiProblem(
  "The service is not available right now. Please try again in a minute.",
  {
    status: 503,
    code: "UNAVAILABLE",
    requestId: "01998f3a-7b52-7d6e-a3f1-5b0d3c9f1a42",
  },
);

type Answers = {
  /** Server answers that are there already. */
  known?: readonly (readonly [QueryKey, unknown])[];
  /** Questions that have failed. What is in neither is still being asked. */
  failed?: readonly QueryKey[];
};

/** A memory of server answers of the specimen's own: nothing is asked, so every state stays as it is. */
export function Remembering({ known = [], failed = [], children }: Answers & { children: ReactNode }) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
    for (const [key, answer] of known) made.setQueryData(key, answer);
    for (const queryKey of failed) {
      const query = made.getQueryCache().build(made, { queryKey });
      query.setState({ status: "error", error: problem, errorUpdateCount: 1, fetchStatus: "idle" });
    }
    return made;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** A window that a press opens, since it lies over everything else. */
export function Opener({ name, children }: { name: string; children: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button data-opens="dialog" className="w-fit" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}
