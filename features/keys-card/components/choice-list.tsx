import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Input } from "#components/ui/input.tsx";

export type Choice = { readonly id: number; readonly name: string };

type ChoiceListProps = {
  label: string;
  hint: string;
  chosen: readonly Choice[];
  /** What the search has found; those already chosen are left out here. */
  found: readonly Choice[];
  search: string;
  isSearching: boolean;
  onSearch: (text: string) => void;
  onChange: (ids: number[]) => void;
};

const FOUND_SHOWN = 6;

/** Several out of a long list: what is chosen as chips, the rest by search. */
export function ChoiceList({ label, hint, chosen, found, search, isSearching, ...on }: ChoiceListProps) {
  const t = useTranslations("buyerApi.keys.form");
  const id = useId();
  const ids = chosen.map((choice) => choice.id);
  const offered = found.filter((choice) => !ids.includes(choice.id)).slice(0, FOUND_SHOWN);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {chosen.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((choice) => (
            <li key={choice.id}>
              <button
                type="button"
                aria-label={t("removeChoice", { name: choice.name })}
                onClick={() => on.onChange(ids.filter((one) => one !== choice.id))}
                className="touch inline-flex items-center gap-1 rounded-full bg-sunken py-1 pr-2 pl-3 text-sm hover:text-bad"
              >
                {choice.name}
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Input
        type="search"
        aria-label={`${label}: ${t("search")}`}
        aria-describedby={`${id}-hint`}
        placeholder={t("search")}
        autoComplete="off"
        value={search}
        onChange={(event) => on.onSearch(event.target.value)}
        // Enter in a search must not send the form around it.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <p id={`${id}-hint`} className="text-muted text-sm">
        {hint}
      </p>
      {search.trim() === "" ? null : (
        <ul aria-busy={isSearching} className="flex flex-wrap gap-1.5">
          {offered.map((choice) => (
            <li key={choice.id}>
              <button
                type="button"
                onClick={() => {
                  on.onSearch("");
                  on.onChange([...ids, choice.id]);
                }}
                aria-label={t("addChoice", { name: choice.name })}
                className="touch inline-flex items-center gap-1 rounded-full border border-line py-1 pr-3 pl-2 text-sm hover:border-line-strong"
              >
                <Plus aria-hidden="true" className="size-3.5" />
                {choice.name}
              </button>
            </li>
          ))}
          {offered.length === 0 && !isSearching ? (
            <li role="status" className="text-muted text-sm">
              {t("nothingFound")}
            </li>
          ) : null}
        </ul>
      )}
    </fieldset>
  );
}
