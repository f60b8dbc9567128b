import type { CollectionBeforeChangeHook } from "payload";
import { refusalOf } from "#app/_cms/parts/refuse.ts";
import { servicePictureProblem } from "#features/content/media/service-pictures.rules.ts";

const reasons = {
  unknown: "No service has its page there: write the last part of its address, such as telegram",
  "not-square": "A picture that stands for a service is as wide as it is high",
} as const;

type Stored = {
  readonly service?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
};

/** Refuses a picture as that of a service where there is no such service, or where it would be squeezed; an empty field is none. */
export const checkService: CollectionBeforeChangeHook = ({ collection, data, originalDoc, req }) => {
  const { service, width, height } = { ...originalDoc, ...data } as Stored;
  const named = service?.trim() || null;
  const problem = named && servicePictureProblem(named, { width: width ?? 0, height: height ?? 0 });
  if (problem) throw refusalOf(req, collection.slug, [{ path: "service", message: reasons[problem] }]);
  return { ...data, service: named };
};
