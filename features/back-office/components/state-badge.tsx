import { CircleAlert, CircleCheck, CircleSlash, Clock } from "lucide-react";
import { Badge, type Tone } from "#components/ui/badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  credited: "good",
  carried_out: "good",
  paid: "good",
  completed: "good",
  on_sale: "good",
  replaced: "good",
  confirmed: "info",
  approved: "info",
  answered: "good",
  sending: "info",
  underpaid: "warn",
  overpaid: "warn",
  open: "warn",
  waiting: "warn",
  requested: "warn",
  proposed: "warn",
  appealed: "warn",
  stopped: "warn",
  valid: "good",
  expired: "warn",
  revoked: "bad",
  created: "neutral",
  pending: "neutral",
  charged_back: "bad",
  refunded: "bad",
  refused: "bad",
  failed: "bad",
  rejected: "bad",
  declined: "bad",
};
const icons = {
  good: CircleCheck,
  bad: CircleAlert,
  warn: Clock,
  info: Clock,
  neutral: CircleSlash,
  accent: Clock,
};

/** A state in words, with colour and sign by what it means. */
export function StateBadge({ state, text }: { state: string; text: string }) {
  const tone = tones[state] ?? "neutral";
  const Icon = icons[tone];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />} className="whitespace-nowrap">
      {text}
    </Badge>
  );
}
