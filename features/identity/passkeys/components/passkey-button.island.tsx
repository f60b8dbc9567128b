"use client";

import { Fingerprint } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { knowsPasskeys, readPasskeyFailure } from "#features/identity/passkeys/passkeys.client.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";

type PasskeyButtonProps = {
  label: string;
  /** Shows the passkey to the API; the browser asks in between. */
  show: () => Promise<void>;
  onShown: () => Promise<void> | void;
};

/** Shows a passkey, and says so when the browser or the API refuses. Browsers without passkeys get no button. */
export function PasskeyButton({ label, show, onShown }: PasskeyButtonProps) {
  const t = useTranslations("identity.passkeys");
  const [isKnown, setKnown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [text, setText] = useState<string | null>(null);
  useEffect(() => setKnown(knowsPasskeys()), []);
  if (!isKnown) return null;

  const press = async () => {
    setProblem(null);
    setText(null);
    setBusy(true);
    try {
      await show();
      await onShown();
    } catch (error) {
      const failure = readPasskeyFailure(error);
      if ("problem" in failure) setProblem(failure.problem);
      else setText(t(failure.text));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="grid gap-2">
      <Button
        size="lg"
        className="h-auto min-h-12 w-full whitespace-normal py-2"
        busy={isBusy}
        onClick={() => void press()}
      >
        <Fingerprint aria-hidden="true" className="size-4" />
        {label}
      </Button>
      <FormProblem problem={problem} />
      {text === null ? null : (
        <p role="alert" className="text-muted text-sm">
          {text}
        </p>
      )}
    </div>
  );
}
