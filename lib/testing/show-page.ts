import { act } from "@testing-library/react";

/** The browser shows the page: one it has just loaded, or (`persisted`) one that comes back out of its memory as it was left. */
export function showPage({ persisted }: { persisted: boolean }): Promise<void> {
  return act(async () => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted })));
}
