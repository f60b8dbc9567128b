import type { Country } from "#features/catalogue/catalogue.rules.ts";
import positions from "#features/catalogue/data/positions.json" with { type: "json" };

type Position = readonly [latitude: number, longitude: number];

/** The middle of each country in whole degrees, by upper-case iso2: near enough to tell a neighbour. */
const positionOf: Readonly<Record<string, readonly number[]>> = positions;

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The angle between two places on the globe, in radians. */
function angleBetween([lat1, lon1]: Position, [lat2, lon2]: Position): number {
  const [a, b] = [radians(lat1), radians(lat2)];
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(radians(lon1 - lon2));
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

/** The nearest of some countries to one that is not among them, nearest first. Countries without a known place come last. */
export function nearestCountries<Near extends Pick<Country, "id" | "iso2">>(
  from: Pick<Country, "id" | "iso2">,
  among: readonly Near[],
  most: number,
): Near[] {
  const here = positionOf[from.iso2] as Position | undefined;
  const distance = ({ iso2 }: Near) => {
    const there = positionOf[iso2] as Position | undefined;
    return here && there ? angleBetween(here, there) : Number.POSITIVE_INFINITY;
  };
  return among
    .filter(({ id }) => id !== from.id)
    .map((country) => ({ country, far: distance(country) }))
    .toSorted((a, b) => (a.far === b.far ? 0 : a.far - b.far))
    .slice(0, most)
    .map(({ country }) => country);
}
