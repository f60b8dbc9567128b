import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { listSecurityEventsEndpoint } from "#features/identity/security-page/security-page.contract.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

type EventsPage = z.output<typeof listSecurityEventsEndpoint.response>;

/** What happened to this account, page by page. */
export const securityEventsQuery = infiniteQueryOptions({
  queryKey: ["users", "security-events"],
  queryFn: ({ pageParam }) =>
    getJson<EventsPage>("users/security-events", { params: pageParam === null ? {} : { before: pageParam } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ events, isMore }) => (isMore ? (events.at(-1)?.id ?? null) : null),
  staleTime: 10_000,
});

/** Says that an event was not the account's owner; sessions, keys and the log are read again. */
export function useDisownEvent() {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: (eventId: number) =>
      callOnce("not-me", { eventId }, (headers) =>
        api.post("users/security-events/not-me", { eventId }, { headers }),
      ),
    onSettled: () =>
      Promise.all(
        [["auth"], ["users"]].map((queryKey) =>
          client.invalidateQueries({ queryKey, refetchType: "active" }),
        ),
      ),
  });
}
