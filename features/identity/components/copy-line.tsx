import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.island.tsx";

type CopyLineProps = { label: string; text: string; copyLabel: string };

/** A line of code with its name above and a button that copies it. */
export function CopyLine({ label, text, copyLabel }: CopyLineProps) {
  const ui = useTranslations("ui");
  return (
    <div className="grid gap-1">
      <p className="font-medium text-sm">{label}</p>
      <div className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all py-1 font-mono text-sm">{text}</code>
        <CopyButton
          text={text}
          label={copyLabel}
          copiedLabel={ui("copied")}
          failedLabel={ui("copyFailed")}
          className="self-start"
        />
      </div>
    </div>
  );
}
