import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Money } from "#components/ui/money.tsx";

type PriceButtonProps = {
  /** The whole price in kopecks; null while it is not known, and then there is nothing to agree to. */
  totalKopecks: number | null;
  /** Roubles for one dollar; null hides the dollars. */
  rubPerUsd: number | null;
  busy: boolean;
  /** What it says without a price, and with one. */
  plain: string;
  priced: (price: () => ReactNode) => ReactNode;
  onPress: () => void;
};

/** The button of a dialog that takes money: says how much. */
export function PriceButton({ totalKopecks, rubPerUsd, busy, plain, priced, onPress }: PriceButtonProps) {
  return (
    <Button
      tone="accent"
      size="lg"
      className="w-full sm:w-fit"
      busy={busy}
      disabled={totalKopecks === null}
      onClick={onPress}
    >
      {totalKopecks === null ? (
        plain
      ) : (
        <span>
          {priced(() => (
            <Money kopecks={totalKopecks} rubPerUsd={rubPerUsd} show="one" />
          ))}
        </span>
      )}
    </Button>
  );
}
