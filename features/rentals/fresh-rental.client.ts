import { create } from "zustand";

/** The number that was rented on this page a moment ago, until its card has the focus; null = none. */
export const useFreshRental = create<{ rentalId: number | null }>(() => ({ rentalId: null }));
