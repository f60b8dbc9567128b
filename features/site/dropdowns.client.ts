import { useEffect } from "react";

/** A link leads away, and a page of ours leaves the frame as it is; links to other languages may ask something first. */
const LEADS_AWAY = "a:not([hreflang])";

/** Lists of the header open without scripts (`<details>`); they close by Escape, by a press elsewhere and by one on their links. */
function closeDropdowns(event: Event): void {
  if (event instanceof KeyboardEvent && event.key !== "Escape") return;
  for (const list of document.querySelectorAll<HTMLDetailsElement>("header details[open]")) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.type === "click" && list.contains(target) && !target?.closest(LEADS_AWAY)) continue;
    list.open = false;
    if (event.type === "keydown") list.querySelector("summary")?.focus();
  }
}

/** Watches over all of them; once on a page. */
export function useDropdowns(): void {
  useEffect(() => {
    document.addEventListener("click", closeDropdowns);
    document.addEventListener("keydown", closeDropdowns);
    return () => {
      document.removeEventListener("click", closeDropdowns);
      document.removeEventListener("keydown", closeDropdowns);
    };
  }, []);
}
