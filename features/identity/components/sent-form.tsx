import type { ComponentProps } from "react";
import { Notice } from "#components/ui/notice.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";

/** In the place of a form that was sent: what becomes of it. It takes the focus, which has gone with the form. */
export function SentForm(notice: Pick<ComponentProps<typeof Notice>, "title" | "children">) {
  const frame = useFocusFirst<HTMLDivElement>();
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <Notice tone="good" live {...notice} />
    </div>
  );
}
