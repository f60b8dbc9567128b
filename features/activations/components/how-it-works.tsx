import { Hourglass, KeyRound, ListChecks, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";

const steps = [
  { key: "choose", icon: ListChecks },
  { key: "enter", icon: Hourglass },
  { key: "code", icon: KeyRound },
] as const;

/** Three steps, and what happens when no SMS comes. */
export function HowItWorks() {
  const t = useTranslations("activations.page");
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-it-works-title"
      className="mt-14 [contain-intrinsic-size:auto_44rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_20rem]"
    >
      <h2 id="how-it-works-title" className="font-bold text-xl">
        {t("how.title")}
      </h2>
      <ol className="mt-5 grid gap-4 md:grid-cols-3">
        {steps.map(({ key, icon: Icon }, index) => (
          <li key={key} className="rounded-lg border border-line bg-surface p-5">
            <div className="flex items-center gap-3">
              <span className="grid size-9 place-items-center rounded-full bg-accent-soft">
                <Icon aria-hidden="true" className="size-4.5" />
              </span>
              <span aria-hidden="true" className="tabular font-semibold text-muted text-sm">
                {index + 1}
              </span>
            </div>
            <h3 className="mt-3 font-semibold text-base">{t(`how.${key}.title`)}</h3>
            <p className="mt-1 text-muted text-sm">{t(`how.${key}.text`)}</p>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex gap-4 rounded-lg border border-line bg-good-soft p-5">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-good" />
        <div>
          <h3 className="font-semibold text-base">{t("guarantee.title")}</h3>
          <p className="mt-1 text-sm">{t("guarantee.text")}</p>
        </div>
      </div>
    </section>
  );
}
