import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { ServiceName } from "#features/catalogue/components/service-results.island.tsx";

export type ServiceRowsProps = {
  services: readonly PickableService[];
  selectedId: number;
  detailOf: ((service: PickableService) => ReactNode) | undefined;
  /** Chooses in place; null = each is a link to its page. */
  onSelect: ((service: PickableService) => void) | null;
};

const rowClasses = "touch flex items-center gap-3 rounded-md border px-2 py-1.5 text-sm max-lg:pr-3";

/** Services to choose one of, each as a row of a list. */
export function ServiceRows({ services, selectedId, detailOf, onSelect }: ServiceRowsProps) {
  return services.map((service) => {
    const isChosen = service.id === selectedId;
    const content = (
      <>
        <ServiceMark icon={service.icon} name={service.name} size="sm" />
        <ServiceName service={service} detailOf={detailOf} className="max-lg:max-w-52" />
      </>
    );
    const className = cx(
      rowClasses,
      isChosen
        ? "border-accent bg-accent-soft font-semibold"
        : "border-transparent hover:bg-sunken max-lg:border-line max-lg:bg-surface",
    );
    return (
      <li key={service.id} className="max-lg:shrink-0">
        {onSelect ? (
          <button
            type="button"
            aria-pressed={isChosen}
            onClick={() => onSelect(service)}
            className={cx(className, "w-full text-left")}
          >
            {content}
          </button>
        ) : (
          <LocaleLink
            href={`/${service.slug}`}
            scroll={false}
            aria-current={isChosen ? "true" : undefined}
            className={className}
          >
            {content}
          </LocaleLink>
        )}
      </li>
    );
  });
}
