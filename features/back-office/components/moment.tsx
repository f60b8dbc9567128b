import { Moment as AnyMoment, type MomentForm } from "#components/ui/moment.island.tsx";

/** A moment at the desk: its date is in UTC, as providers and the ledger count. */
export function Moment({
  at,
  form = "from-now",
  isInControl,
}: {
  at: string;
  form?: MomentForm;
  isInControl?: boolean;
}) {
  return <AnyMoment at={at} zone="UTC" form={form} isInControl={isInControl} />;
}
