import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import type { DeliveryPage, WebhookView } from "#features/notifications/webhooks/webhooks.contract.ts";
import type { EventName, WebhookFormat } from "#features/notifications/webhooks/webhooks.rules.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

const webhooksKey = ["webhooks"] as const;

/** The own webhooks. */
export const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, "list"],
  queryFn: () => getJson<WebhookView[]>("webhooks"),
  staleTime: 5_000,
});

const LOG_LOOK_MS = 2_000;

/** The log of one webhook, page by page; looked at again while something in it is about to be sent. */
export function deliveriesQuery(webhookId: number) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, webhookId, "log"],
    queryFn: ({ pageParam }) =>
      getJson<DeliveryPage>(
        `webhooks/${webhookId}/deliveries`,
        pageParam === null ? {} : { params: { before: pageParam } },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ isMore, deliveries }) => (isMore ? (deliveries.at(-1)?.id ?? null) : null),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) =>
        deliveries.some((one) => one.state === "pending" && one.attempts < 3),
      )
        ? LOG_LOOK_MS
        : false,
  });
}

export type TypedWebhook = { name: string; url: string; events: EventName[]; format: WebhookFormat };
type Told = { id: number; secret: string };

/** Everything that changes webhooks; lists and logs are read again afterwards. */
export type WebhookStep =
  | { readonly step: "create"; readonly wish: TypedWebhook }
  | {
      readonly step: "change";
      readonly id: number;
      readonly wish: TypedWebhook;
      readonly isEnabled: boolean;
    }
  | { readonly step: "rotate" | "remove" | "test" | "resend"; readonly id: number };

/** Takes a step. Answers the secret where one is told. */
export function useWebhookStep() {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: takeStep,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  });
}

async function takeStep(step: WebhookStep): Promise<Told | null> {
  switch (step.step) {
    case "create":
      return (await api.post<Told>("webhooks", step.wish)).data;
    case "change":
      await api.put(`webhooks/${step.id}`, { ...step.wish, isEnabled: step.isEnabled });
      return null;
    case "rotate":
      return (await api.post<Told>(`webhooks/${step.id}/rotate`, {})).data;
    case "remove":
      await api.delete(`webhooks/${step.id}`);
      return null;
    case "test":
      await api.post(`webhooks/${step.id}/test`, {});
      return null;
    case "resend":
      await api.post(`webhook-deliveries/${step.id}/resend`, {});
      return null;
  }
}

/** Moments in the reader's language and time zone; for what is read in the browser only. */
export function useMomentText(): (instant: string) => string {
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  return (instant) => formatMoment(locale, new Date(instant), timeZone);
}
