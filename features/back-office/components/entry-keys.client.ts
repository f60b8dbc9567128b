import { type RefObject, useEffect, useRef } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** Where the arrows have a meaning of their own. */
const FIELDS =
  "input, textarea, select, [contenteditable=true], [role=combobox], [role=menu], [role=listbox]";

const entriesIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>("[data-entry]")];

/** Goes from the entry that has the focus to the one beside it, but in fields, where the keys are the field's. */
function moveByArrow(list: HTMLElement, event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const from = event.target as HTMLElement;
  const isPlain = !(
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.defaultPrevented
  );
  if (step === undefined || !isPlain || from.closest(FIELDS)) return;
  const entries = entriesIn(list);
  const at = entries.findIndex((entry) => entry.contains(from));
  const next = at < 0 ? undefined : entries[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type Place = { readonly id: number; readonly at: number };

/**
 * Keys of a list whose entries are decided about. The arrows go from entry to entry; when the entry that was asked about has left the list,
 * the focus goes to the one in its place, or to the list where nothing is left. `ids`: of the entries in their order; `askedId`: of the
 * one whose dialog is open.
 */
export function useEntryKeys(
  ids: readonly number[],
  askedId: number | null,
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  /** What was asked about last, until it is gone. */
  const place = useRef<Place | null>(null);
  const wasAsking = useRef(false);
  const order = ids.join();

  useEffect(() => {
    const list = root.current;
    if (!list) return;
    const move = (event: KeyboardEvent) => moveByArrow(list, event);
    list.addEventListener("keydown", move);
    return () => list.removeEventListener("keydown", move);
  }, []);

  useEffect(() => {
    const known = order === "" ? [] : order.split(",").map(Number);
    const isClosing = wasAsking.current && askedId === null;
    wasAsking.current = askedId !== null;
    if (askedId !== null) {
      const at = known.indexOf(askedId);
      if (at >= 0) place.current = { id: askedId, at };
      return;
    }
    const left = place.current;
    if (!left || known.includes(left.id)) return;
    place.current = null;
    // After the dialog, which gives the focus back to where it came from: that button is gone.
    setTimeout(() => focusPlace(root.current, left.at, isClosing));
  }, [order, askedId]);

  return root;
}

/** Who went elsewhere before the entry was gone stays there, unless it went with its own dialog. */
function focusPlace(list: HTMLElement | null, at: number, isClosing: boolean): void {
  if (!list || !(isClosing || document.activeElement === document.body)) return;
  const entries = entriesIn(list);
  (entries[Math.min(at, entries.length - 1)] ?? list).focus();
}
