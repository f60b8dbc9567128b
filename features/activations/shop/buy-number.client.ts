import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useState } from "react";
import { showToast } from "#components/ui/toasts.ts";
import { useFreshOrder } from "#features/activations/fresh-order.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { type Row, rememberService } from "#features/activations/shop/shop.client.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** A search that was begun here, and what is searched for. */
type BegunSearch = { readonly id: number; readonly row: Row };

/** Beside the page, so that it is read before it; fetched as soon as the page listens, so that no press waits for it. */
const loadBuying = () => import("#features/activations/shop/buying.client.ts");

/**
 * Buying from the list: who is asking, is there money, then one purchase, or a search that the server goes on with.
 * `buy` and `close` stay the same while nothing is bought, so that rows need not be drawn anew.
 */
export function useBuyNumber() {
  const t = useTranslations("activations.shop");
  const tUi = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const router = useRouter();
  const client = useQueryClient();
  const [busy, setBusy] = useState<{ countryId: number } | null>(null);
  const [search, setSearch] = useState<BegunSearch | null>(null);
  useEffect(() => void loadBuying().catch(() => undefined), []);

  const desk = useMemo(() => {
    const go = (path: string) => router.push(localizedPath(locale, path));
    return { client, go, t, tUi };
  }, [client, router, locale, t, tUi]);

  /** The number's card on the page of active numbers is the answer, and gets the focus there. */
  const succeed = useCallback(
    (row: Row, orderId: number) => {
      rememberService(row.service);
      useFreshOrder.setState({ orderId });
      void client.invalidateQueries({ queryKey: balanceKey });
      void client.invalidateQueries({ queryKey: ["activations"] });
      desk.go("/profile");
    },
    [client, desk],
  );

  const buy = useCallback(
    async (row: Row): Promise<void> => {
      if (busy) return;
      setBusy({ countryId: row.offer.countryId });
      try {
        const { buyRow } = await loadBuying();
        const outcome = await buyRow(row, desk);
        if (outcome === "nothing") return;
        if ("orderId" in outcome) succeed(row, outcome.orderId);
        else setSearch({ id: outcome.searchId, row });
      } catch {
        // A part of the page that did not come: nothing was asked for.
        showToast({ type: "error", text: desk.tUi("error") });
      } finally {
        setBusy(null);
      }
    },
    [busy, desk, succeed],
  );

  /** What became of the search that was begun here. One that found nothing stays in sight: it offers what to do next. */
  const tellEnd = ({ row }: BegunSearch, view: SearchView) => {
    if (view.state === "over") return;
    setSearch(null);
    if (view.activationId !== null) return succeed(row, view.activationId);
    void loadBuying().then(({ tellEndOf }) => tellEndOf(row, view, desk));
  };
  const leave = () => {
    setSearch(null);
    showToast({ type: "info", text: t("searchGoesOn") });
  };
  const close = useCallback(() => setSearch(null), []);
  return { buy, busyCountryId: busy?.countryId ?? null, search, follow: setSearch, tellEnd, leave, close };
}
