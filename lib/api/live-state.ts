import { create } from "zustand";

/** Whether live events reach this page; lists poll only while they do not. */
export const useLiveState = create<{ isLive: boolean }>(() => ({ isLive: false }));

export function setLive(isLive: boolean): void {
  if (useLiveState.getState().isLive !== isLive) useLiveState.setState({ isLive });
}
