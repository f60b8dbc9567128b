import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";

const questions = ["refund", "several", "blocked", "rub", "russia", "wholesale"] as const;

/** Questions people ask before the first purchase; they open without scripts. */
export function FrequentQuestions() {
  const t = useTranslations("activations.page.faq");
  const profile = useTranslations("activations.profile");
  // Answers quote buttons in the words that stand on them.
  const buttons = { report: profile("report"), moreCodes: profile("moreCodes") };
  return (
    <section
      id="faq"
      aria-labelledby="faq-title"
      className="mt-14 [contain-intrinsic-size:auto_26rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_23rem]"
    >
      <h2 id="faq-title" className="font-bold text-xl">
        {t("title")}
      </h2>
      <div className="mt-5 divide-y divide-line rounded-lg border border-line bg-surface">
        {questions.map((key) => (
          <details key={key} className="group">
            <summary className="touch flex cursor-pointer list-none items-center justify-between gap-4 px-5 py-3.5 font-medium [&::-webkit-details-marker]:hidden">
              {t(`${key}.question`)}
              <ChevronDown
                aria-hidden="true"
                className="size-4 shrink-0 text-faint transition-transform duration-150 group-open:rotate-180"
              />
            </summary>
            <p className="max-w-3xl px-5 pb-4 text-muted text-sm">{t(`${key}.answer`, buttons)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
