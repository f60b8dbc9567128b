"use client";

import { useState } from "react";

type RemovedNoteProps = { text: string; reason: string };

/**
 * What is no longer kept, with the reason in the title and, where no mouse shows that, in its place while it has the focus, as a
 * moment in a list shows day and time.
 */
export function RemovedNote({ text, reason }: RemovedNoteProps) {
  const [isFocused, setFocused] = useState(false);
  return (
    <span
      role="note"
      title={isFocused ? undefined : reason}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its reason is shown while it has the focus
      tabIndex={0}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="text-muted text-xs"
    >
      {isFocused ? reason : text}
    </span>
  );
}
