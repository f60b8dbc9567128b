import { monotonicMs } from "#lib/clock.ts";

export type TagDropper = {
  /** Takes a notice's payload: tags separated by commas. */
  announce(payload: string): void;
  /**
   * The same, and once more after `againAfterMs`: what is rendered right now may still show what its renderer has not read anew, which it
   * does within that time.
   */
  announceTwice(payload: string, againAfterMs: number): void;
  close(): void;
};

/**
 * Gathers announced tags and drops them together: the first at once, more within `everyMs` in one go. A storm of price
 * changes so costs one new page per `everyMs` instead of one each.
 */
export function createTagDropper(drop: (tags: readonly string[]) => void, everyMs = 400): TagDropper {
  const waiting = new Set<string>();
  const again = new Set<NodeJS.Timeout>();
  let timer: NodeJS.Timeout | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;

  const flush = () => {
    timer = undefined;
    lastMs = monotonicMs();
    const tags = [...waiting];
    waiting.clear();
    drop(tags);
  };
  const announce = (payload: string) => {
    for (const tag of payload.split(",")) if (tag.trim() !== "") waiting.add(tag.trim());
    if (waiting.size === 0 || timer) return;
    const waitMs = lastMs + everyMs - monotonicMs();
    if (waitMs <= 0) flush();
    else timer = setTimeout(flush, waitMs);
  };
  return {
    announce,
    announceTwice(payload, againAfterMs) {
      announce(payload);
      const second = setTimeout(() => {
        again.delete(second);
        announce(payload);
      }, againAfterMs);
      again.add(second.unref());
    },
    close() {
      for (const one of [timer, ...again]) clearTimeout(one);
    },
  };
}
