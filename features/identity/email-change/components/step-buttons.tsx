import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

type StepButtonsProps = { submit: string; isBusy: boolean; isOff?: boolean; onEnd: () => void };

/** On to the next step, or back to the address as it is. */
export function StepButtons({ submit, isBusy, isOff = false, onEnd }: StepButtonsProps) {
  const ui = useTranslations("ui");
  return (
    <div className="flex flex-wrap gap-2">
      {isOff ? null : (
        <Button type="submit" tone="accent" busy={isBusy}>
          {submit}
        </Button>
      )}
      <Button onClick={onEnd}>{ui("cancel")}</Button>
    </div>
  );
}
