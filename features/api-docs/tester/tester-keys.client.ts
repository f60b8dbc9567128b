import { useTranslations } from "next-intl";
import { useTester } from "#features/api-docs/tester/tester.client.ts";
import { useMakeKey } from "#features/keys-card/keys-card.client.ts";
import { keyScopes } from "#lib/api/actor.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { nowMs } from "#lib/clock.ts";

/** A key made for trying things out ends by itself, so that they do not pile up. */
export const testKeyDays = 7;

/** Makes a sandbox key that may do everything a sandbox can, and puts it into the forms. */
export function useSandboxKey() {
  const t = useTranslations("buyerApi.tester.key");
  const ui = useTranslations("ui");
  const putKey = useTester((state) => state.putKey);
  const { mutate, isPending, error } = useMakeKey();
  return {
    isPending,
    /** A sentence, or null while nothing is wrong. */
    problem: error === null ? null : toApiProblem(error).message || ui("error"),
    make: () =>
      mutate(
        {
          kind: "sandbox",
          name: t("name"),
          scopes: [...keyScopes],
          dailyLimitKopecks: null,
          priceCapKopecks: null,
          serviceIds: null,
          countryIds: null,
          networks: null,
          types: "standard",
          expiresAt: new Date(nowMs() + testKeyDays * 86_400_000).toISOString(),
        },
        { onSuccess: putKey },
      ),
  };
}
