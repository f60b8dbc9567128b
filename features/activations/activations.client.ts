import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ActivationView, MessageView } from "#features/activations/activations.contract.ts";
import {
  type ActiveNumber,
  mergedLists,
  newMessages,
  type StepName,
  withNumber,
} from "#features/activations/active-list.rules.ts";
import { useFallbackPolling } from "#features/site/polling.client.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { monotonicMs } from "#lib/clock.ts";

export const activeNumbersKey = ["activations"] as const;

function stamped(view: ActivationView): ActiveNumber {
  return { ...view, receivedAtMs: monotonicMs() };
}

/** The signed-in user's numbers: open ones and those that ended a moment ago. */
const activeNumbersQuery = queryOptions({
  queryKey: activeNumbersKey,
  queryFn: async ({ client }): Promise<ActiveNumber[]> => {
    const beganMs = monotonicMs();
    const { activations } = await getJson<{ activations: ActivationView[] }>("activations");
    const known = client.getQueryData<ActiveNumber[]>(activeNumbersKey) ?? [];
    return mergedLists(activations.map(stamped), known, beganMs);
  },
  staleTime: 30_000,
});

/** The numbers, polled only while live events do not reach the page. */
export function useActiveNumbers(initial: readonly ActivationView[] | null) {
  const client = useQueryClient();
  // What an earlier visit of this screen left in memory would hide the page's own, newer data.
  const [isKept] = useState(() => client.getQueryData(activeNumbersKey) !== undefined);
  return useQuery({
    ...activeNumbersQuery,
    ...(initial ? { initialData: () => initial.map(stamped) } : {}),
    refetchOnMount: isKept ? "always" : initial === null,
    refetchInterval: useFallbackPolling(),
  });
}

/** The numbers for what stands on every page: asked for once where they are wanted, polled only while live events do not reach the page. */
export function useShellNumbers(isWanted: boolean) {
  return useQuery({ ...activeNumbersQuery, enabled: isWanted, refetchInterval: useFallbackPolling() });
}

/** The numbers as another part of the page reads them. */
export function useKnownNumbers() {
  return useQuery({ ...activeNumbersQuery, enabled: false });
}

/** Puts an order's state, as an answer or a live event told it, on the screen. */
export function putActivation(client: QueryClient, view: ActivationView): void {
  client.setQueryData<ActiveNumber[]>(activeNumbersKey, (list) =>
    list ? withNumber(list, stamped(view)) : list,
  );
}

/** Cancel, report, one more code, finish. A refusal is shown by itself, and the list is read again. */
export function useStep(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (step: StepName) =>
      (await api.post<ActivationView>(`activations/${id}/${step}`, {})).data,
    onSuccess: (view) => {
      putActivation(client, view);
      void client.invalidateQueries({ queryKey: balanceKey });
    },
    onError: () => void client.invalidateQueries({ queryKey: activeNumbersKey }),
  });
}

const clockListeners = new Set<() => void>();
let clockTimer: ReturnType<typeof setInterval> | undefined;
let clockMs: number | null = null;

function beat(): void {
  clockMs = monotonicMs();
  for (const listener of clockListeners) listener();
}

function subscribeToClock(listener: () => void): () => void {
  clockListeners.add(listener);
  if (clockListeners.size === 1) {
    clockTimer = setInterval(beat, 1_000);
    beat();
  }
  return () => {
    clockListeners.delete(listener);
    if (clockListeners.size === 0) clearInterval(clockTimer);
  };
}

/** This page's monotonic clock, one beat a second for all who look; null on the server and until the first beat. */
export function useTick(): number | null {
  return useSyncExternalStore(
    subscribeToClock,
    () => clockMs,
    () => null,
  );
}

export type News = { number: ActivationView; message: MessageView };

/** Calls `onNews` for messages that come while the page is open; those there at the beginning are no news. */
export function useNews(
  numbers: readonly ActivationView[] | undefined,
  onNews: (news: News[]) => void,
): void {
  const seen = useRef<Set<number> | null>(null);
  const tell = useRef(onNews);
  tell.current = onNews;
  useEffect(() => {
    if (!numbers) return;
    const fresh = seen.current === null ? [] : newMessages(numbers, seen.current);
    seen.current ??= new Set();
    for (const { messages } of numbers) for (const { id } of messages) seen.current.add(id);
    if (fresh.length > 0) tell.current(fresh);
  }, [numbers]);
}

const unseenInTitle = /^\((\d+)\) /;

/** "(2) Active numbers": counts what came while nobody looked at the page. The title holds the count, for all that tell of something. */
export function useTitleBadge(): (count: number) => void {
  useEffect(() => {
    const forget = () => {
      if (document.visibilityState !== "visible" || !unseenInTitle.test(document.title)) return;
      document.title = document.title.replace(unseenInTitle, "");
    };
    document.addEventListener("visibilitychange", forget);
    window.addEventListener("focus", forget);
    return () => {
      document.removeEventListener("visibilitychange", forget);
      window.removeEventListener("focus", forget);
    };
  }, []);
  return (count) => {
    if (document.visibilityState === "visible" && document.hasFocus()) return;
    const unseen = Number(unseenInTitle.exec(document.title)?.[1] ?? 0) + count;
    document.title = `(${unseen}) ${document.title.replace(unseenInTitle, "")}`;
  };
}

/** So long a tab that sounds keeps the others silent. */
const SOUND_TURN_MS = 1_000;

/** Two short tones, by one of the browser's tabs. Silent where the browser does not allow sound before the first tap. */
export function playCodeSound(): void {
  if (!window.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  if (!navigator.locks) {
    playTones();
    return;
  }
  void navigator.locks.request("sms-den-code-sound", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    playTones();
    await new Promise((resolve) => setTimeout(resolve, SOUND_TURN_MS));
  });
}

function playTones(): void {
  const context = new AudioContext();
  void context
    .resume()
    .then(() => {
      const begin = context.currentTime;
      for (const [index, frequency] of [740, 988].entries()) {
        const tone = context.createOscillator();
        const volume = context.createGain();
        const at = begin + index * 0.14;
        tone.frequency.value = frequency;
        volume.gain.setValueAtTime(0.0001, at);
        volume.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
        volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.18);
        tone.connect(volume).connect(context.destination);
        tone.start(at);
        tone.stop(at + 0.2);
      }
      setTimeout(() => void context.close(), 600);
    })
    .catch(() => {});
}
