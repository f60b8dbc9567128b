"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { LicenceKey } from "#features/licences/components/licence-key.tsx";
import { TermsLine } from "#features/licences/components/terms-line.tsx";
import type { Licence, LicenceDevice, LicenceVersion } from "#features/licences/licences.contract.ts";
import { licencesKey } from "#features/licences/software.client.ts";
import { api, toApiProblem } from "#lib/api/browser-client.ts";

const SaleDialog = dynamic(() =>
  import("#features/licences/components/sale-dialog.island.tsx").then((module) => module.SaleDialog),
);

type LicenceDetailsProps = { licence: Licence; rubPerUsd: number | null };

/** One licence: its key, what can be downloaded, the devices it runs on, and another term. */
export function LicenceDetails({ licence, rubPerUsd }: LicenceDetailsProps) {
  const t = useTranslations("licences.mine");
  const [isRenewing, setRenewing] = useState(false);
  const { id, key, state, renewal, product } = licence;
  return (
    <div className="grid min-w-0 gap-4">
      {key ? (
        <Part title={t("key")}>
          <LicenceKey licenceKey={key} />
        </Part>
      ) : null}
      {renewal ? (
        <Button className="justify-self-start" onClick={() => setRenewing(true)}>
          {t("renew")}
        </Button>
      ) : null}
      {state === "valid" && licence.versions.length > 0 ? (
        <Part title={t("versions")}>
          <ul className="grid gap-3">
            {licence.versions.map((version) => (
              <VersionItem key={version.id} licenceId={id} version={version} />
            ))}
          </ul>
        </Part>
      ) : null}
      <Part title={t("devices")}>
        {licence.devices.length === 0 ? (
          <p className="text-muted">{t("noDevices")}</p>
        ) : (
          <ul className="grid gap-2">
            {licence.devices.map((device) => (
              <DeviceItem key={device.id} licenceId={id} device={device} />
            ))}
          </ul>
        )}
      </Part>
      {isRenewing && renewal ? (
        <SaleDialog
          call={{ name: `licence:${id}:renewal`, path: `licences/own/${id}/renew`, body: {} }}
          productId={product.id}
          title={t("renewTitle", { name: product.name })}
          priceKopecks={renewal.priceKopecks}
          rubPerUsd={rubPerUsd}
          texts={{ plain: t("renew"), priced: (price) => t.rich("renewFor", { price }) }}
          onClose={() => setRenewing(false)}
        >
          <p>{t("renewLead")}</p>
          <p className="text-sm">
            <TermsLine termDays={renewal.termDays} deviceLimit={licence.deviceLimit} />
          </p>
        </SaleDialog>
      ) : null}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}

function VersionItem({ licenceId, version }: { licenceId: number; version: LicenceVersion }) {
  const t = useTranslations("licences.mine");
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <a
          href={`/api/licences/own/${licenceId}/versions/${version.id}/file`}
          className={buttonClasses("plain", "sm")}
          rel="noreferrer"
        >
          <Download aria-hidden="true" className="size-4" />
          {t("download", { version: version.version })}
        </a>
        <Moment at={version.publishedAt} form="date" className="text-muted text-xs" />
      </span>
      {version.notes ? <p className="wrap-anywhere whitespace-pre-line text-muted">{version.notes}</p> : null}
      <p className="wrap-anywhere text-muted text-xs">
        SHA-256: <code>{version.sha256}</code>
      </p>
    </li>
  );
}

function DeviceItem({ licenceId, device }: { licenceId: number; device: LicenceDevice }) {
  const t = useTranslations("licences.mine");
  const ui = useTranslations("ui");
  const client = useQueryClient();
  const releasing = useMutation({
    mutationFn: () => api.post(`licences/own/${licenceId}/devices/${device.id}/release`, {}),
    onError: (error) => showToast({ type: "error", text: toApiProblem(error).message || ui("error") }),
    onSettled: () => client.invalidateQueries({ queryKey: licencesKey }),
  });
  const name = device.name ?? t("unnamed");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="grid min-w-0">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-muted text-xs">
          {t("seen")} <Moment at={device.seenAt} />
        </span>
      </span>
      <Button
        size="sm"
        aria-label={t("releaseDevice", { name })}
        busy={releasing.isPending}
        onClick={() => releasing.mutate()}
      >
        {t("release")}
      </Button>
    </li>
  );
}
