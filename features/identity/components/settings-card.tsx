import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";

type SettingsCardProps = { id: string; title: string; lead?: string; children: ReactNode };

/** One group of settings with its heading. */
export function SettingsCard({ id, title, lead, children }: SettingsCardProps) {
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5 p-5 sm:p-6">
        <div className="grid gap-1">
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          {lead ? <p className="max-w-2xl text-muted text-sm">{lead}</p> : null}
        </div>
        {children}
      </Card>
    </section>
  );
}
