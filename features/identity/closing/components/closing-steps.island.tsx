"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { closingTermsQuery, useAskClosing } from "#features/identity/closing/closing.client.ts";
import type { ClosingTerms } from "#features/identity/closing/closing.contract.ts";
import { CLOSING_DAYS, CLOSING_PATH } from "#features/identity/closing.rules.ts";
import { OwnPassword } from "#features/identity/components/own-password.island.tsx";
import { openPage } from "#features/identity/identity.client.ts";
import { ProofForm } from "#features/identity/second-factor/components/proof-form.island.tsx";
import { useMoneyText } from "#features/site/money.client.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type StepsProps = { hasPassword: boolean; onCancel: () => void };

/** What closing means, what stands in its way, what would be given up; then the password. */
export function ClosingSteps({ hasPassword, onCancel }: StepsProps) {
  const ui = useTranslations("ui");
  const query = useQuery(closingTermsQuery);
  const { data, error } = query;
  if (error && !data) {
    return (
      <Answer key="failed">
        <QueryFailure query={query} />
      </Answer>
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label={ui("loading")}>
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (data.hindrances.length > 0) {
    return (
      <Answer key="hindered">
        <Hindered terms={data} onCancel={onCancel} />
      </Answer>
    );
  }
  // Another amount is another question.
  return (
    <Answer key={data.leftKopecks}>
      <Closing terms={data} hasPassword={hasPassword} onCancel={onCancel} />
    </Answer>
  );
}

/** What the press has led to, read from its beginning: the password comes after what it is given for. */
function Answer({ children }: { children: ReactNode }) {
  const frame = useFocusFirst<HTMLDivElement>();
  return (
    <div ref={frame} tabIndex={-1} className="grid gap-5 outline-none">
      {children}
    </div>
  );
}

type TermsProps = { terms: ClosingTerms; onCancel: () => void };

function Hindered({ terms, onCancel }: TermsProps) {
  const t = useTranslations("identity.closing");
  const ui = useTranslations("ui");
  return (
    <>
      <Notice tone="warn" live title={t("hinderedTitle")}>
        <ul className="list-disc ps-5">
          {terms.hindrances.map((one) => (
            <li key={one}>{t(`hindrances.${one}`)}</li>
          ))}
        </ul>
      </Notice>
      <Button className="w-fit" onClick={onCancel}>
        {ui("close")}
      </Button>
    </>
  );
}

function Closing({ terms: { leftKopecks }, hasPassword, onCancel }: TermsProps & { hasPassword: boolean }) {
  const t = useTranslations("identity.closing");
  const locale = localeFromTag(useLocale());
  const ask = useAskClosing();
  const [isGivenUp, setGivenUp] = useState(leftKopecks === 0);
  const days = CLOSING_DAYS;
  return (
    <div className="grid gap-4">
      <ul className="grid max-w-2xl list-disc gap-1 ps-5 text-sm">
        {(["now", "regret", "after", "stays"] as const).map((when) => (
          <li key={when}>{t(`happens.${when}`, { days })}</li>
        ))}
      </ul>
      {leftKopecks > 0 ? <Left kopecks={leftKopecks} isGivenUp={isGivenUp} onGiveUp={setGivenUp} /> : null}
      {hasPassword && isGivenUp ? (
        <ProofForm
          asks="password"
          submit={t("confirm")}
          onCancel={onCancel}
          onProof={async ({ password }) => {
            await ask.mutateAsync({ password, givenUpKopecks: leftKopecks });
            openPage(localizedPath(locale, CLOSING_PATH));
          }}
        />
      ) : null}
      {hasPassword ? null : <OwnPassword id="closing-password" hasPassword={false} />}
    </div>
  );
}

type LeftProps = { kopecks: number; isGivenUp: boolean; onGiveUp: (isGivenUp: boolean) => void };

function Left({ kopecks, isGivenUp, onGiveUp }: LeftProps) {
  const t = useTranslations("identity.closing");
  const amount = useMoneyText().both(kopecks);
  return (
    <div className="grid gap-3">
      <Notice tone="warn" title={t("leftTitle", { amount })}>
        {t("leftText")}
      </Notice>
      <LocaleLink href="/profile/withdrawals" className={buttonClasses("plain", "sm", "w-fit")}>
        {t("withdraw")}
      </LocaleLink>
      <Checkbox checked={isGivenUp} onChange={({ target }) => onGiveUp(target.checked)}>
        {t("giveUp", { amount })}
      </Checkbox>
    </div>
  );
}
