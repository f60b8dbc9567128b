import { monotonicMs } from "#lib/clock.ts";

export type TagDropper = {
  /** Takes a notice's payload: tags separated by commas. */
  announce(payload: string): void;
  close(): void;
};

/**
 * Gathers announced tags and drops them together: the first at once, more within `everyMs` in one go. A storm of price
 * changes so costs one new page per `everyMs` instead of one each.
 */
export function createTagDropper(drop: (tags: readonly string[]) => void, everyMs = 400): TagDropper {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;

  const flush = () => {
    timer = undefined;
    lastMs = monotonicMs();
    const tags = [...waiting];
    waiting.clear();
    drop(tags);
  };
  return {
    announce(payload) {
      for (const tag of payload.split(",")) if (tag.trim() !== "") waiting.add(tag.trim());
      if (waiting.size === 0 || timer) return;
      const waitMs = lastMs + everyMs - monotonicMs();
      if (waitMs <= 0) flush();
      else timer = setTimeout(flush, waitMs);
    },
    close: () => clearTimeout(timer),
  };
}
