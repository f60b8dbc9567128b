import { expect, test } from "vitest";
import { renderEarningMail } from "#features/ready-accounts/earnings/earning-mails.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const house = { brand: "SMS Den", publicUrl: "https://example.com" };

test.each(locales)(
  "the mail about released earnings in %s names orders and amount, and leads to the store",
  (locale) => {
    for (const orders of [1, 2, 5]) {
      const told = { personName: "Ana", orders, amountKopecks: kopecks(80_050) };
      const { subject, text } = renderEarningMail(told, locale, house);
      expect(subject).toContain("800,50");
      for (const part of [String(orders), "800,50", "Ana", "/store"]) expect(text).toContain(part);
      expect(`${subject}${text}`).not.toMatch(/[{}]|\.mail\./);
    }
  },
);
