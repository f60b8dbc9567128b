"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { playCodeSound, useTitleBadge } from "#features/activations/activations.client.ts";
import { codeGroups } from "#features/activations/active-list.rules.ts";
import { showArrival } from "#features/activations/arrivals.client.ts";
import { phoneTexts } from "#features/activations/phone.rules.ts";
import { useRentalArrivals } from "#features/rentals/news/rental-news.client.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

/** A number and a code stay in one line of a notification. */
const UNBROKEN = "\u00a0";
/** The page whose list speaks and shows what comes for rented numbers by itself. */
const RENTALS_PATH = "/profile/rentals";

/**
 * Part of every page: what comes for a number that its signed-in reader rents is told at once, wherever they are, as `CodeWatch` tells
 * of bought ones. Live events alone bring it: a page without the stream tells nothing.
 */
export function RentalWatch() {
  const t = useTranslations("rentals.mine");
  const { visitor } = useVisitor();
  const isOnRentals = splitLocale(usePathname()).path === RENTALS_PATH;
  const [spoken, setSpoken] = useState("");
  const markTitle = useTitleBadge();

  useRentalArrivals((rental, news) => {
    const about = {
      service: rental.service.name,
      number: rental.number ? phoneTexts(rental.number).shown.replaceAll(" ", UNBROKEN) : "",
    };
    const say = (code: string | null) => (code ? t("newsCode", { ...about, code }) : t("news", about));
    markTitle(news.length);
    if (visitor?.dynamicFields?.settings?.sound_on_code !== false) playCodeSound();
    if (isOnRentals) return;
    setSpoken(news.map(({ code }) => say(code && [...code].join(" "))).join(". "));
    for (const { code } of news)
      showArrival(
        say(code && codeGroups(code).join(UNBROKEN)),
        code ? { text: code, label: t("copyCode", { code }) } : undefined,
      );
  });

  if (!visitor) return null;
  return (
    <p role="status" aria-live="assertive" className="sr-only">
      {spoken}
    </p>
  );
}
