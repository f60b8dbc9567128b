"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { isNearEnd } from "#features/catalogue/near-end.client.ts";

type ServiceResultsProps = {
  id: string;
  search: string;
  items: readonly PickableService[];
  detailOf: ((service: PickableService) => ReactNode) | undefined;
  /** Index of the row the arrow keys stand on, or -1. */
  active: number;
  state: "loading" | "ready" | "failed";
  isLoadingMore: boolean;
  onNearEnd: () => void;
  onRetry: () => void;
  onSelect: (service: PickableService) => void;
};

type ServiceNameProps = Pick<ServiceResultsProps, "detailOf"> & {
  service: PickableService;
  className?: string;
};

/** A service's name, and what else is told of it on a line of its own. */
export function ServiceName({ service, detailOf, className }: ServiceNameProps) {
  const detail = detailOf?.(service);
  return (
    <span className={cx("min-w-0", className)}>
      <span className="block truncate">{service.name}</span>
      {detail ? <span className="block truncate font-normal text-muted text-xs">{detail}</span> : null}
    </span>
  );
}

/** What a search for a service found. More is fetched near the end of the list. */
export function ServiceResults(props: ServiceResultsProps) {
  const { id, search, items, detailOf, active, state, isLoadingMore, onNearEnd, onRetry, onSelect } = props;
  const t = useTranslations("catalogue.picker");
  return (
    <div
      className="max-h-96 overflow-y-auto"
      onScroll={({ currentTarget }) => isNearEnd(currentTarget) && onNearEnd()}
    >
      <div id={`${id}-list`} role="listbox" aria-label={t("title")} className="grid gap-0.5">
        {items.map((service, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's above, as the combobox pattern has it
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
          <div
            key={service.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => onSelect(service)}
            className={cx(
              "touch flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-sunken",
              index === active && "bg-sunken",
            )}
          >
            <ServiceMark icon={service.icon} name={service.name} size="sm" />
            <ServiceName service={service} detailOf={detailOf} />
          </div>
        ))}
      </div>
      {state === "loading" || isLoadingMore ? (
        <div role="status" aria-label={t("searching")} className="grid gap-2 px-2 py-2">
          {[40, 28, 34].map((width) => (
            <div key={width} className="flex items-center gap-3">
              <Skeleton className="size-6" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          ))}
        </div>
      ) : null}
      {state === "failed" ? (
        <div role="alert" className="grid justify-items-start gap-2 px-2 py-3 text-sm">
          {t("failed")}
          <Button size="sm" onClick={onRetry}>
            {t("retry")}
          </Button>
        </div>
      ) : null}
      {state === "ready" && items.length === 0 ? (
        <p role="status" className="px-2 py-3 text-muted text-sm">
          {t("nothing", { text: search })}
        </p>
      ) : null}
    </div>
  );
}
