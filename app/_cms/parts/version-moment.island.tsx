"use client";

import { Link, useConfig, useModal, useRouteTransition, useTranslation } from "@payloadcms/ui";
import { formatDate } from "@payloadcms/ui/shared";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

type Moment = { readonly updatedAt: string };

function useMoment({ updatedAt }: Moment): string {
  const { i18n } = useTranslation();
  const { config } = useConfig();
  return formatDate({ date: updatedAt, i18n, pattern: config.admin.dateFormat });
}

/** When a version was saved, as the way to what it changed. */
export function VersionMoment({ href, ...moment }: Moment & { readonly href: string }) {
  return (
    <Link href={href} prefetch={false}>
      {useMoment(moment)}
    </Link>
  );
}

/** The same in the drawer of a comparison: there a press compares with this version. */
export function VersionChoice({ id, ...moment }: Moment & { readonly id: number }) {
  const { closeAllModals } = useModal();
  const { startRouteTransition } = useRouteTransition();
  const router = useRouter();
  const pathname = usePathname();
  const searchParams = useSearchParams();
  const choose = () => {
    closeAllModals();
    const query = new URLSearchParams(searchParams);
    query.set("versionFrom", String(id));
    startRouteTransition(() => router.push(`${pathname}?${query}`));
  };
  return (
    <button type="button" className="created-at-cell" onClick={choose}>
      {useMoment(moment)}
    </button>
  );
}
