import { useQuery } from "@tanstack/react-query";
import { CABINET, CABINET_LIVE_MS } from "#features/partners/cabinet/cabinet.client.ts";
import type { EarningSums } from "#features/partners/statement/partner-statement.contract.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** A partner's money while somebody looks; `initial` is what the page was rendered with. */
export function useEarningSums(initial: EarningSums) {
  return useQuery({
    queryKey: [CABINET, "earnings"],
    queryFn: () => getJson<EarningSums>("cabinet/earnings"),
    initialData: initial,
    refetchInterval: CABINET_LIVE_MS,
  });
}
