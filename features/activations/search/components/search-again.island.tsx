"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Money } from "#components/ui/money.tsx";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { mostOf } from "#features/activations/search/search.rules.ts";
import { useSearchAgain } from "#features/activations/search/search-again.client.ts";
import { raisedKopecks } from "#features/pricing/offers.rules.ts";

/** By so much more than before may it cost at the second try. */
const RAISE_PERCENT = 20;

type AgainProps = {
  search: SearchView;
  rubPerUsd: number | null;
  /** The search that was begun has this id. */
  onBegun?: (id: number) => void;
};

/** A search that found nothing is begun once more: as it was, or for a little more money. */
export function SearchAgain({ search, rubPerUsd, onBegun }: AgainProps) {
  const t = useTranslations("activations.search");
  const { mutate, isPending, variables } = useSearchAgain();
  const mostKopecks = mostOf(search);
  const raised = mostKopecks === null ? 0 : raisedKopecks(mostKopecks, RAISE_PERCENT);
  // A price of a few kopecks may not rise by it.
  const raisedTo = raised > (mostKopecks ?? 0) ? raised : null;
  const begin = (limitKopecks?: number) =>
    mutate({ view: search, limitKopecks }, { onSuccess: ({ id }) => onBegun?.(id) });
  const isRaising = isPending && variables.limitKopecks !== undefined;
  return (
    <>
      {raisedTo === null ? null : (
        <Button busy={isRaising} disabled={isPending} onClick={() => begin(raisedTo)}>
          {/* One child: the button sets its children apart. */}
          <span>
            {t.rich("againUpTo", {
              price: () => <Money kopecks={raisedTo} rubPerUsd={rubPerUsd} show="one" />,
            })}
          </span>
        </Button>
      )}
      <Button tone="accent" busy={isPending && !isRaising} disabled={isPending} onClick={() => begin()}>
        {t("again")}
      </Button>
    </>
  );
}
