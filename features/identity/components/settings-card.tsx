import type { ReactNode, Ref } from "react";
import { Card } from "#components/ui/card.tsx";

type SettingsCardProps = {
  id: string;
  title: string;
  lead?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** One group of settings with its heading. */
export function SettingsCard({ id, title, lead, ref, children }: SettingsCardProps) {
  return (
    <section ref={ref} aria-labelledby={id}>
      <Card className="grid gap-5 p-5 sm:p-6">
        <div className="grid gap-1">
          <h2 id={id} tabIndex={-1} className="font-semibold text-lg outline-none">
            {title}
          </h2>
          {lead ? <p className="max-w-2xl text-muted text-sm">{lead}</p> : null}
        </div>
        {children}
      </Card>
    </section>
  );
}
