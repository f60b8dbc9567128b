"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import {
  type News,
  playCodeSound,
  useNews,
  useShellNumbers,
  useTitleBadge,
} from "#features/activations/activations.client.ts";
import { codeGroups } from "#features/activations/active-list.rules.ts";
import { showArrival } from "#features/activations/arrivals.client.ts";
import { useShellSearches } from "#features/activations/search/search.client.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

/** The page whose cards show codes themselves. */
const NUMBERS_PATH = "/profile";

/**
 * Part of every page: reads what a signed-in buyer has open, for the header and the bar below too; an SMS for one of the numbers is told at once, wherever the buyer is; by a spoken line, a mark in the
 * title, a sound (if wanted) and, where its card is not in sight, a notification with the code to copy.
 */
export function CodeWatch() {
  const t = useTranslations("activations.profile");
  const { visitor } = useVisitor();
  const { data } = useShellNumbers(Boolean(visitor));
  useShellSearches(Boolean(visitor));
  const isOnNumbers = splitLocale(usePathname()).path === NUMBERS_PATH;
  const [spoken, setSpoken] = useState<ReactNode>();
  const markTitle = useTitleBadge();

  const tell = ({ number, message: { code } }: News) => {
    const service = number.service.name;
    showArrival(
      code ? t("spokenCode", { service, code: codeGroups(code).join(" ") }) : t("spokenMessage", { service }),
      code ? { text: code, label: t("copyCode", { code }) } : undefined,
    );
  };

  useNews(data, (news) => {
    const spokenOf = ({ number: { service }, message: { code } }: News) =>
      code
        ? t("spokenCode", { service: service.name, code: [...code].join(" ") })
        : t("spokenMessage", { service: service.name });
    // A new element for each arrival: words put in the place of the same words are not spoken again.
    setSpoken(<span key={news[0]!.message.id}>{news.map(spokenOf).join(". ")}</span>);
    markTitle(news.length);
    if (visitor?.dynamicFields?.settings?.sound_on_code !== false) playCodeSound();
    if (!isOnNumbers) for (const one of news) tell(one);
  });

  if (!visitor) return null;
  return (
    <p role="status" aria-live="assertive" className="sr-only">
      {spoken}
    </p>
  );
}
