import { useEffect, useRef } from "react";
import { create } from "zustand";

const OFF_KEY = "keyboard-off";

function readOff(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether the help is open. */
export const useKeyboardHelp = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Whether single keys do something: this browser's own choice, asked at each press (WCAG 2.1.4). */
export const areShortcutsOn = (): boolean => !readOff();

/** Remembers the choice in this browser; where storage is forbidden it stays as it was. */
export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, "1");
  } catch {
    // Nothing to remember it in.
  }
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return Boolean(target?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]"));
}

/** The key as the help names it: on a keyboard of another script the Latin letter printed on the same key. */
function keyOf({ key, code }: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter && !/^[\x20-\x7e]$/.test(key) ? letter.toLowerCase() : key;
}

/**
 * Single keys of a page while it is shown. They do nothing while somebody types, in dialogs and menus, with a modifier, or
 * switched off; one that did something is taken from the browser. An action answers false when there was nothing to do.
 */
export function useShortcuts(actions: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const key = keyOf(event);
      const action = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (!action || isTyping(event) || !areShortcutsOn()) return;
      if (action() !== false) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
