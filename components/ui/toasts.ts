import type { ReactNode } from "react";
import { create } from "zustand";

export type ToastType = "info" | "show" | "error" | "success";

export type Toast = {
  id: number;
  type: ToastType;
  /** Words, with a link among them where there is a way on. */
  text: ReactNode;
  detail?: string;
  /** How long it is shown, in milliseconds, where the usual time is too short. */
  shownMs?: number;
  /** A text to be copied from it, and the name of that button. Where one is, the page itself speaks: it is not read out once more. */
  copy?: { text: string; label: string };
};

type Toasts = { list: Toast[]; add: (toast: Omit<Toast, "id">) => number; remove: (id: number) => void };

let lastId = 0;

/** The notifications on the screen, newest first. */
export const useToasts = create<Toasts>((set) => ({
  list: [],
  add: (toast) => {
    const id = ++lastId;
    // The same words twice are one notification; more than four would cover the page.
    set(({ list }) => ({
      list: [{ ...toast, id }, ...list.filter((other) => other.text !== toast.text)].slice(0, 4),
    }));
    return id;
  },
  remove: (id) => set(({ list }) => ({ list: list.filter((toast) => toast.id !== id) })),
}));

/** Shows a notification; `detail` is a small second line (the request id of an error). */
export function showToast(toast: Omit<Toast, "id">): number {
  return useToasts.getState().add(toast);
}
