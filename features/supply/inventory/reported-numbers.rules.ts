import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { countryIdOf, lookUp, serviceIdOf } from "#features/supply/dialects/dialects.rules.ts";
import type { UnknownWord } from "#features/supply/dialects/unknown-words.rules.ts";
import type { OwnNumber } from "#features/supply/inventory/inventory.writes.ts";
import { SANDBOX_SERVICE, type SandboxOffer } from "#features/supply/self-test/self-test.rules.ts";
import type { OnlineNumberCall } from "#features/supply/supply.contract.ts";
import type { CallingSupplier } from "#features/supply/supply.reads.ts";
import { phoneProblem } from "#features/supply/supply.rules.ts";

type RefusedNumber = {
  number: number;
  error: "COUNTRY_UNKNOWN" | "SERVICE_UNKNOWN" | "NUMBER_WRONG_COUNTRY";
  /** The word that is not known. */
  word?: string;
};

export type AcceptedNumber = OwnNumber & { readonly rent: boolean };

/** What of reported numbers is taken, what is for the self-test, what is refused and why, and which words nobody understands. */
export function sortNumbers(
  catalogue: Catalogue,
  supplier: Pick<CallingSupplier, "dialect" | "wordTable">,
  numbers: readonly OnlineNumberCall[],
) {
  const accepted: AcceptedNumber[] = [];
  const sandbox: SandboxOffer[] = [];
  const refused: RefusedNumber[] = [];
  const unknown: UnknownWord[] = [];
  for (const { number, country: word, operator, services: named, portId, rent } of numbers) {
    const services = named?.filter((code) => code !== SANDBOX_SERVICE);
    const isSandbox = (services?.length ?? 0) < (named?.length ?? 0);
    const country = catalogue.countryById.get(countryIdOf(supplier, catalogue, word) ?? -1);
    const serviceIds = services?.map((code) => serviceIdOf(supplier, catalogue, code));
    const unknownCode = services?.find((_, at) => serviceIds?.[at] === undefined);
    if (!country) {
      refused.push({ number, error: "COUNTRY_UNKNOWN", word });
      unknown.push({ kind: "country", word, stock: 1 });
    } else if (phoneProblem(number, country)) refused.push({ number, error: "NUMBER_WRONG_COUNTRY" });
    else if (unknownCode !== undefined) {
      refused.push({ number, error: "SERVICE_UNKNOWN", word: unknownCode });
      unknown.push({ kind: "service", word: unknownCode, stock: 1 });
    } else if (isSandbox && services?.length === 0) sandbox.push({ number, countryId: country.id });
    else {
      if (isSandbox) sandbox.push({ number, countryId: country.id });
      const token = (lookUp(supplier.dialect.operators, operator) ?? operator)
        .toLowerCase()
        .replaceAll("-", "_");
      const wanted = serviceIds ? (serviceIds as number[]) : null;
      accepted.push({
        number,
        countryId: country.id,
        operator: token,
        portId: portId ?? null,
        serviceIds: wanted,
        rent,
      });
    }
  }
  return { accepted, sandbox, refused, unknown };
}
