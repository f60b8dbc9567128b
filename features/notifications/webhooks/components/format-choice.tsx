import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { type WebhookFormat, webhookFormats } from "#features/notifications/webhooks/webhooks.rules.ts";

type FormatChoiceProps = { chosen: WebhookFormat; onChange: (format: WebhookFormat) => void };

/** How the body is written, as radio buttons that say what each is for. */
export function FormatChoice({ chosen, onChange }: FormatChoiceProps) {
  const t = useTranslations("notifications.webhooks.form");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("format")}</legend>
      {webhookFormats.map((format) => (
        <label
          key={format}
          className={cx(
            "flex cursor-pointer items-start gap-3 rounded-md border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
            format === chosen ? "border-accent bg-accent-soft" : "border-line-strong hover:border-muted",
          )}
        >
          <input
            type="radio"
            name="webhook-format"
            value={format}
            checked={format === chosen}
            aria-labelledby={`webhook-format-${format}`}
            aria-describedby={`webhook-format-${format}-hint`}
            onChange={() => onChange(format)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="grid min-w-0 gap-0.5">
            <span id={`webhook-format-${format}`} className="font-medium text-sm">
              {t(`formats.${format}`)}
            </span>
            <span id={`webhook-format-${format}-hint`} className="text-muted text-sm">
              {t(`formatHints.${format}`)}
            </span>
            <code className="break-words font-mono text-muted text-xs">{members[format]}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What stands at the top of the body. */
const members: Readonly<Record<WebhookFormat, string>> = {
  standard: "type, timestamp, data",
  classic: "activationId, service, text, code, country, receivedAt",
};
