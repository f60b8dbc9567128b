import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { Notice } from "#components/ui/notice.tsx";

type FreshSecretProps = { title: string; lead: string; secret: string; copyLabel: string; testId: string };

/** A key or secret that has just been made, told this once, with a button that copies it. */
export function FreshSecret({ title, lead, secret, copyLabel, testId }: FreshSecretProps) {
  const ui = useTranslations("ui");
  return (
    <Notice tone="warn" live title={title}>
      <p>{lead}</p>
      <div className="mt-2 flex items-center gap-1">
        <code data-testid={testId} className="break-all font-mono font-semibold text-base">
          {secret}
        </code>
        <CopyButton
          text={secret}
          label={copyLabel}
          copiedLabel={ui("copied")}
          failedLabel={ui("copyFailed")}
        />
      </div>
    </Notice>
  );
}
