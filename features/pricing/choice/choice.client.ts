import { useEffect, useState } from "react";
import { type Choice, parseChoice } from "#features/pricing/choice/choice.rules.ts";

/** What the address of the page says was wanted here; null before the browser has looked, and where nothing was. */
export function useChoice(): Choice | null {
  const [choice, setChoice] = useState<Choice | null>(null);
  useEffect(() => setChoice(parseChoice(location.search)), []);
  return choice;
}

/** Another service or another way was chosen: a reload must not bring the old choice back. */
export function forgetChoice(): void {
  const url = new URL(location.href);
  url.searchParams.delete("choice");
  url.searchParams.delete("type");
  if (url.href !== location.href) history.replaceState(null, "", url.pathname + url.search + url.hash);
}
