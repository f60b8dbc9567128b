"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { openPage } from "#features/identity/identity.client.ts";
import { startSocial } from "#features/identity/social/social.client.ts";
import type { OfferedProvider } from "#features/identity/social/social.rules.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { pageReturn } from "#lib/http/page-return.ts";

type SocialButtonsProps = {
  providers: readonly OfferedProvider[];
  /** Where the visitor goes on afterwards, without a language. */
  returnPath: string | null;
};

/** Signing in and registering with an account elsewhere; nothing where none is set up. */
export function SocialButtons({ providers, returnPath }: SocialButtonsProps) {
  const t = useTranslations("identity.social");
  const [leaving, setLeaving] = useState<string | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  if (providers.length === 0) return null;

  const leave = async ({ id }: OfferedProvider) => {
    setProblem(null);
    setLeaving(id);
    try {
      openPage(await startSocial(id, returnPath));
      // Busy until the next page is there.
      await pageReturn();
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setLeaving(null);
  };

  return (
    <div className="mt-4 grid gap-3 border-line border-t pt-4">
      {providers.map((provider) => (
        <Button
          key={provider.id}
          size="lg"
          className="w-full"
          busy={leaving === provider.id}
          onClick={() => void leave(provider)}
        >
          {t("continue", { provider: provider.name })}
        </Button>
      ))}
      <FormProblem problem={problem} />
    </div>
  );
}
