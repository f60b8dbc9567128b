import { CircleCheck, CircleDashed, CircleX, Loader } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { SelfTestState } from "#features/supply/self-test/self-test.rules.ts";
import type { SelfTestDetails } from "#features/supply/self-test/self-tests.contract.ts";

type Outcome = SelfTestDetails["tests"][number]["outcome"];

const tones: Readonly<Record<SelfTestState | Outcome, Tone>> = {
  waiting: "neutral",
  running: "info",
  passed: "good",
  failed: "bad",
  skipped: "neutral",
  open: "neutral",
  current: "info",
};
const pictures = {
  passed: CircleCheck,
  failed: CircleX,
  running: Loader,
  current: Loader,
} as const;

/** How far a run or one of its tests is, in a word. */
export function RunState({ state }: { state: SelfTestState | Outcome }) {
  const t = useTranslations("partners.selfTest.states");
  const Picture = pictures[state as keyof typeof pictures] ?? CircleDashed;
  return (
    <Badge tone={tones[state]} icon={<Picture aria-hidden="true" className="size-3.5" />}>
      {t(state)}
    </Badge>
  );
}
