import { useTranslations } from "next-intl";
import { CopyLine } from "#features/identity/components/copy-line.tsx";
import type { FactorSetup } from "#features/identity/second-factor/second-factor.rules.ts";

/** What an authenticator application is given: a picture, and the key for those who cannot scan it. */
export function SetupPicture({ setup }: { setup: FactorSetup }) {
  const t = useTranslations("identity.secondFactor");
  return (
    <div className="grid gap-4">
      <p className="max-w-2xl text-sm">{t("scan")}</p>
      {/* biome-ignore lint/performance/noImgElement: made for this person, never cached or resized */}
      <img
        src={setup.picture}
        alt={t("qrAlt")}
        width={200}
        height={200}
        className="rounded-md border border-line bg-white p-2"
      />
      <CopyLine label={t("key")} text={setup.seed.match(/.{4}/g)?.join(" ") ?? ""} copyLabel={t("copyKey")} />
    </div>
  );
}
