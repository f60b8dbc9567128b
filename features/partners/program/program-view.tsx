import { Download } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeFrame } from "#components/ui/code-frame.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { Program } from "#features/partners/program/program.reads.ts";
import { PROGRAM_FILE } from "#features/partners/program/program.reads.ts";
import { type ProgramStep, programSteps } from "#features/partners/program/program-steps.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The download with its checksum, and the way from there to numbers on sale. */
export async function ProgramView({
  program,
  url,
  locale,
}: {
  program: Program | null;
  url: string;
  locale: Locale;
}) {
  const t = await getTranslations({ locale, namespace: "partners.program" });
  if (!program) return <Notice tone="warn">{t("missing")}</Notice>;
  const { version, sha256, bytes } = program;
  const steps = programSteps({ url, sha256 });
  return (
    <div className="grid gap-6">
      <Card className="grid gap-3 p-5 sm:p-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <a
            href="/api/cabinet/program/file"
            download={PROGRAM_FILE}
            className={buttonClasses("accent", "lg", "w-fit")}
          >
            <Download aria-hidden="true" className="size-5" />
            {t("download", { version })}
          </a>
          <span className="text-muted text-sm">
            {t("size", { kilobytes: formatNumber(Math.ceil(bytes / 1024)) })}
          </span>
        </div>
        <dl className="grid gap-1 text-sm">
          <dt className="text-muted">SHA-256</dt>
          <dd className="break-all font-mono" translate="no">
            {sha256}
          </dd>
        </dl>
      </Card>
      <ol className="grid gap-6">
        {steps.map((step, at) => (
          <Step key={step.name} step={step} title={`${at + 1}. ${t(`${step.name}.title`)}`} locale={locale} />
        ))}
        <LastStep at={steps.length + 1} locale={locale} />
      </ol>
    </div>
  );
}

async function Step({
  step: { name, code },
  title,
  locale,
}: {
  step: ProgramStep;
  title: string;
  locale: Locale;
}) {
  const t = await getTranslations({ locale, namespace: "partners.program" });
  const ui = await getTranslations({ locale, namespace: "ui" });
  const copyLabels = { copy: `${ui("copy")}: ${title}`, copied: ui("copied"), failed: ui("copyFailed") };
  return (
    <li className="grid gap-2">
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="max-w-3xl text-muted text-sm">{t(`${name}.text`)}</p>
      <CodeFrame
        code={code}
        copyLabels={copyLabels}
        head={<span className="text-muted text-xs">{t("shell")}</span>}
      />
    </li>
  );
}

/** What is done in the cabinet before anything is sold. */
async function LastStep({ at, locale }: { at: number; locale: Locale }) {
  const t = await getTranslations({ locale, namespace: "partners" });
  return (
    <li className="grid gap-2">
      <h2 className="font-semibold text-lg">
        {at}. {t("program.sell.title")}
      </h2>
      <p className="max-w-3xl text-muted text-sm">{t("program.sell.text")}</p>
      <div className="flex flex-wrap gap-3">
        {(["selfTest", "prices"] as const).map((name) => (
          <LocaleLink key={name} href={PAGES[name]} className={buttonClasses("plain")}>
            {t(`cabinet.nav.${name}`)}
          </LocaleLink>
        ))}
      </div>
    </li>
  );
}

const PAGES = { selfTest: "/partner/self-test", prices: "/partner/price-regulator" } as const;
