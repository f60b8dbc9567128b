import services from "#features/catalogue/data/services.json" with { type: "json" };

// The content desk sees no table of the catalogue, but its data file.
const slugs: ReadonlySet<string> = new Set(services.map(({ slug }) => slug));

/** What is wrong with a picture as that of a service: `service` is the last part of the address of the service's page. */
type ServicePictureProblem = "unknown" | "not-square";

/** Whether a picture of this size can stand for this service; null when it can. A mark is drawn on a square, whatever the picture's shape is. */
export function servicePictureProblem(
  service: string,
  { width, height }: { readonly width: number; readonly height: number },
): ServicePictureProblem | null {
  if (!slugs.has(service)) return "unknown";
  return width === height ? null : "not-square";
}
