import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { showToast } from "#components/ui/toasts.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { showFailure } from "#features/identity/settings.client.ts";
import type { ChatSettingsInput, TelegramState } from "#features/notifications/telegram/telegram.contract.ts";
import { api, getJson } from "#lib/api/browser-client.ts";

/** The bot, and the chat of the account. */
export const telegramQuery = queryOptions({
  queryKey: ["telegram-chat"],
  queryFn: () => getJson<TelegramState>("telegram-chat"),
  staleTime: 5_000,
});

/** Which chat a link of the bot's is for. */
export function telegramLinkQuery(token: string) {
  return queryOptions({
    queryKey: ["telegram-link", token],
    queryFn: () => getJson<{ name: string }>(`telegram-links/${token}`),
    retry: false,
  });
}

/** Where the bot is found. */
export function botAddress(bot: string): string {
  return `https://t.me/${bot}`;
}

/** What of a state its owner chooses. */
export function settingsOf({ kinds, dayCapKopecks, confirmAboveKopecks }: TelegramState): ChatSettingsInput {
  return { kinds, dayCapKopecks, confirmAboveKopecks };
}

/** Saves the whole of the chat's settings, and says whether it was. Spending more may ask for a code of the second factor. */
export function useSaveChat() {
  const t = useTranslations("notifications.bot.card");
  const client = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    mutationFn: (input: ChatSettingsInput) =>
      stepUp(async () => (await api.put<TelegramState>("telegram-chat", input)).data),
    onSuccess: (state) => {
      client.setQueryData(telegramQuery.queryKey, state);
      showToast({ type: "success", text: t("saved") });
    },
    onError: (error) => void showFailure(error, { refused: t("refused"), failed: t("failed") }),
  });
}
