import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { showToast } from "#components/ui/toasts.ts";
import type { Me, SettingsChange } from "#features/identity/identity.contract.ts";
import type { listOwnSessions } from "#features/identity/sessions/sessions.contract.ts";
import { visitorQuery } from "#features/site/visitor.client.ts";
import { type ApiProblem, api, getJson, toApiProblem } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

const settingsKey = ["users", "settings"] as const;

/** The signed-in user with settings: as the page was rendered, then as the API says. */
export function useMe(initial: Me): Me {
  const { data } = useQuery({
    queryKey: settingsKey,
    queryFn: () => getJson<Me>("users/me"),
    initialData: initial,
    // What an earlier visit left in memory may be older than the page.
    refetchOnMount: "always",
  });
  return data;
}

/**
 * Saves what is named, and says whether it was; header, number list and this page follow at once. Answers the user as saved, null when
 * it was not.
 */
export function useSaveSettings() {
  const t = useTranslations("identity.settings");
  const save = useSettingsChange();
  return async (change: z.input<typeof SettingsChange>): Promise<Me | null> => {
    try {
      const saved = await save.mutateAsync(change);
      showToast({ type: "success", text: t("saved") });
      return saved;
    } catch (error) {
      showFailure(error, { refused: t("refused"), failed: t("failed") });
      return null;
    }
  };
}

function useSettingsChange() {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: async (settings: z.input<typeof SettingsChange>) =>
      (await api.put<Me>("users/settings", { settings })).data,
    onSuccess: async (me) => {
      // An answer that is under way may hold the old settings.
      await Promise.all(
        [settingsKey, visitorQuery.queryKey].map((queryKey) => client.cancelQueries({ queryKey })),
      );
      client.setQueryData(settingsKey, me);
      client.setQueryData(visitorQuery.queryKey, me);
    },
  });
}

/**
 * Shows in a form how it was saved: what was `sent` gives way to what was `saved`, both by the fields' names. What was typed meanwhile
 * is newer, stays, and is still to be saved.
 */
export function showSaved<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sent: FieldValues,
  saved: FieldValues,
): void {
  for (const name of Object.keys(sent) as Path<Values>[]) {
    const isAsSent = String(form.getValues(name)).trim() === String(sent[name]);
    if (isAsSent) form.resetField(name, { defaultValue: saved[name] });
  }
}

type SessionsPage = z.output<typeof listOwnSessions.response>;
export type OwnSession = SessionsPage["sessions"][number];

/** Where this account is signed in, page by page. */
export const sessionsQuery = infiniteQueryOptions({
  queryKey: ["auth", "sessions"],
  queryFn: ({ pageParam }) =>
    getJson<SessionsPage>("auth/sessions", { params: pageParam === null ? {} : { before: pageParam } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ sessions, isMore }) => (isMore ? (sessions.at(-1)?.id ?? null) : null),
  staleTime: 10_000,
});

/** Ends one session, or with null all but this one; the list is read again. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: (id: number | null) => api.delete(id === null ? "auth/sessions" : `auth/sessions/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

type FailureWords = { refused: string; failed: string };

/** A refusal tells the API's reason, a fault or a lost connection the request's id. */
export function showFailure(error: unknown, words: FailureWords): ApiProblem {
  const problem = toApiProblem(error);
  const isFault = problem.status === 0 || problem.status >= 500;
  const detail = isFault ? problem.requestId : problem.message;
  showToast({
    type: "error",
    text: isFault ? words.failed : words.refused,
    ...(detail ? { detail } : {}),
  });
  return problem;
}
