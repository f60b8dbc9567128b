import type { ReactNode } from "react";
import { useId } from "react";
import { Card } from "#components/ui/card.tsx";

/** A headed part of a page; `empty` stands in place of what is not there. */
export function Part({
  title,
  empty = null,
  action,
  children,
}: {
  title: string;
  empty?: string | null;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-5 py-3">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {action}
        </div>
        {empty === null ? children : <p className="px-5 py-4 text-muted text-sm">{empty}</p>}
      </Card>
    </section>
  );
}
