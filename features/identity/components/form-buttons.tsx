import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

type FormButtonsProps = {
  submit: string;
  isBusy: boolean;
  /** There is nothing to send yet. */
  isOff?: boolean;
  onCancel: () => void;
};

/** The end of a form that opened within a card: on with it, or back to the card as it is. */
export function FormButtons({ submit, isBusy, isOff = false, onCancel }: FormButtonsProps) {
  const ui = useTranslations("ui");
  return (
    <div className="flex flex-wrap gap-2">
      {isOff ? null : (
        <Button type="submit" tone="accent" busy={isBusy}>
          {submit}
        </Button>
      )}
      <Button tone="quiet" onClick={onCancel}>
        {ui("cancel")}
      </Button>
    </div>
  );
}
