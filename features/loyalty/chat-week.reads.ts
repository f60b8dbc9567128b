import { getLoyalty } from "#features/loyalty/loyalty.reads.ts";
import { percentText } from "#features/loyalty/weeks/weeks.rules.ts";
import type { ChatParts } from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  roublesText,
  siteAddress,
  withPage,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** How the week of the loyalty programme stands, as a chat is told it. */
export const tellWeek: ChatParts["tellWeek"] = async ({ db, actor, locale }) => {
  const week = await getLoyalty(db, actor.userId);
  const text = chatTexts(locale);
  const roubles = (amount: number) => roublesText(kopecks(amount));
  const now = {
    total: roubles(week.totalKopecks),
    percent: percentText(week.cashbackBp),
    predicted: roubles(week.predictedKopecks),
  };
  const { next, pending } = week;
  const lines = [
    text("week", now),
    ...(next
      ? [text("weekNext", { missing: roubles(next.missingKopecks), percent: percentText(next.cashbackBp) })]
      : []),
    ...(pending ? [text("weekPending", { amount: roubles(pending.cashbackKopecks) })] : []),
  ];
  const address = siteAddress(locale, "/profile/loyalty-program");
  return withPage(lines.join("\n"), buttonTexts(locale)("openLoyalty"), address);
};
