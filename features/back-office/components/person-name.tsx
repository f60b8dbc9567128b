import { LocaleLink } from "#components/ui/locale-link.tsx";

type Named = { id: number; name: string; email: string };

/** Somebody by name, with a link to their page. */
export function PersonName({ person }: { person: Named }) {
  return (
    <LocaleLink href={`/desk/people/${person.id}`} className="break-all text-link underline">
      {person.email || `#${person.id}`}
    </LocaleLink>
  );
}
