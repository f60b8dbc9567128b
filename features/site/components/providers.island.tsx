"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Rate } from "#components/ui/rated-money.island.tsx";
import { ToastList } from "#components/ui/toast-list.island.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

type ProvidersProps = { nonce?: string; rubPerUsd: number | null; children: ReactNode };

/**
 * What every island stands on: the store of server answers, the rate of the dollar and the notifications. A mutation that fails shows its
 * message by itself unless its `meta` is `saidBeside`.
 */
export function Providers({ nonce, rubPerUsd, children }: ProvidersProps) {
  const t = useTranslations("ui");
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1 }, mutations: { retry: false } },
        mutationCache: new MutationCache({
          onError: (error, _variables, _result, mutation) => {
            if (mutation.meta === saidBeside) return;
            const problem = toApiProblem(error);
            showToast({
              type: "error",
              text: problem.message || t("error"),
              detail: problem.requestId ?? undefined,
            });
          },
        }),
      }),
  );
  // From here on presses and letters reach React; earlier ones were kept by `holdPresses` and `holdTyping`.
  useEffect(() => {
    document.documentElement.dataset.listening = "";
  }, []);
  return (
    <CSPProvider nonce={nonce} disableStyleElements={nonce === undefined}>
      <QueryClientProvider client={client}>
        <Rate value={rubPerUsd}>{children}</Rate>
        <ToastList
          label={t("notifications")}
          closeLabel={t("close")}
          copiedLabel={t("copied")}
          copyFailedLabel={t("copyFailed")}
        />
      </QueryClientProvider>
    </CSPProvider>
  );
}
