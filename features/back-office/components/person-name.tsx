import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";

type Named = { id: number; name: string; email: string };

/** Somebody by name, with a link to their page. */
export function PersonName({ person }: { person: Named }) {
  return (
    <LocaleLink href={`/desk/people/${person.id}`} className="break-all text-link underline">
      {person.email || `#${person.id}`}
    </LocaleLink>
  );
}

/** Who did something, and when. */
export function PersonAt({ person, at }: { person: Named; at: string }) {
  return (
    <>
      <PersonName person={person} /> · <Moment at={at} />
    </>
  );
}
