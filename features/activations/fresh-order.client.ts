import { create } from "zustand";

/** The order that was bought on this page a moment ago, until its card has the focus; null = none. */
export const useFreshOrder = create<{ orderId: number | null }>(() => ({ orderId: null }));
