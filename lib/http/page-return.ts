/**
 * Ends when the browser's Back brings this page back as it was left, out of the browser's memory (bfcache). A form that has begun to
 * open the next page awaits it: its button is busy while that page loads, and can be pressed again when this one is back.
 */
export function pageReturn(): Promise<void> {
  return new Promise((resolve) => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      removeEventListener("pageshow", onShow);
      resolve();
    };
    addEventListener("pageshow", onShow);
  });
}
