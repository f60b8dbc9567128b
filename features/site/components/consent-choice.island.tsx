"use client";

import cookie from "js-cookie";
import { useTranslations } from "next-intl";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import { keepConsent, useStatisticsAllowed } from "#features/site/consent.client.ts";
import { consents } from "#lib/cookies.ts";
import { foreignCookies, isNamed } from "#lib/foreign-cookies.ts";

type Answer = keyof typeof consents;

/** What the counters of other companies keep in this browser. */
const ofCounters = [...foreignCookies.googleAnalytics.names, ...foreignCookies.yandexMetrica.names];

/** Counters keep their cookies for this host or for any domain above it. */
function forgetCounters(): void {
  const labels = location.hostname.split(".");
  const domains = labels.map((_, place) => labels.slice(place).join("."));
  for (const name of Object.keys(cookie.get()).filter((each) => isNamed(each, ofCounters))) {
    cookie.remove(name, { path: "/" });
    for (const domain of domains) cookie.remove(name, { path: "/", domain });
  }
}

/**
 * The question of the cookie notice with the answer that was given, for who changes their mind. Taken back, the page is loaded anew:
 * a counter that is loaded already would go on by itself.
 */
export function ConsentChoice() {
  const t = useTranslations("site.cookieNotice");
  const chosen: Answer = useStatisticsAllowed() ? "all" : "necessary";
  const answer = (next: Answer) => {
    if (next === chosen) return;
    keepConsent(consents[next]);
    if (next === "all") return;
    forgetCounters();
    location.reload();
  };
  return (
    <section className="grid justify-items-start gap-3" aria-labelledby="consent">
      <h2 id="consent" className="font-semibold text-lg">
        {t("question")}
      </h2>
      <SegmentedChoice
        label={t("question")}
        values={["all", "necessary"]}
        chosen={chosen}
        onChoose={answer}
        textOf={(value) => t(value === "all" ? "accept" : "necessary")}
        wraps
      />
    </section>
  );
}
