import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleCheck,
  Clock,
  Gift,
  type LucideIcon,
  ReceiptText,
  Scale,
  Undo2,
  Wallet,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Pictogram } from "#components/ui/pictogram.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import type { StatementLine } from "#features/ledger/statement/statement.contract.ts";
import type { Move } from "#features/ledger/statement/statement.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";

const kindIcons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^top_up/, Wallet],
  [/bonus|cashback|referral|demo/, Gift],
  [/debt|adjustment/, Scale],
];

const states: Readonly<Record<Move, { tone: Tone; Icon: LucideIcon }>> = {
  hold: { tone: "info", Icon: Clock },
  capture: { tone: "neutral", Icon: CircleCheck },
  give_back: { tone: "good", Icon: Undo2 },
  in: { tone: "good", Icon: ArrowDownLeft },
  out: { tone: "neutral", Icon: ArrowUpRight },
  wait: { tone: "info", Icon: Clock },
  release: { tone: "good", Icon: ArrowDownLeft },
  reverse: { tone: "warn", Icon: Undo2 },
};

/** One line is one grid on wide screens; on phones its parts stand in two columns. */
export const lineGrid =
  "lg:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,13rem)_7.5rem_8.5rem] lg:gap-x-4 lg:items-center";

type LineProps = { line: StatementLine };

/**
 * A movement: when, what for, what became of it, by how much it changed what can be spent, and what was left then. Of an amount
 * that was paid nothing is said of when it was held. What changes nothing that can be spent tells its amount without a sign.
 */
export function StatementLineRow({ line }: LineProps) {
  const t = useTranslations("ledger.statement");
  const money = useMoneyText();
  const isChange = line.changeKopecks !== 0;
  return (
    <li className={cx("grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 px-4 py-3.5 text-sm", lineGrid)}>
      <Moment
        at={line.at}
        className="tabular text-muted max-lg:order-3 max-lg:text-xs max-lg:leading-5 lg:order-none"
      />
      <About line={line} />
      <State line={line} />
      <span
        className={cx(
          "text-right font-semibold max-lg:order-2 max-lg:text-base",
          line.changeKopecks > 0 && "text-good",
          !isChange && "text-muted",
        )}
      >
        <span className="sr-only">{t("columns.amount")} </span>
        <RatedMoney
          kopecks={isChange ? line.changeKopecks : line.amountKopecks}
          isSigned={isChange}
          className="justify-end max-lg:flex-col max-lg:items-end"
        />
      </span>
      <span className="text-right max-lg:order-4 max-lg:text-xs max-lg:leading-5">
        <span className="sr-only lg:hidden">{t("columns.balance")} </span>
        <RatedMoney
          kopecks={line.after.availableKopecks}
          className="justify-end max-lg:flex-col max-lg:items-end max-lg:text-muted"
        />
        {line.after.heldKopecks > 0 && line.outcome?.move !== "capture" ? (
          <span className="tabular block text-faint text-xs max-lg:hidden">
            {t("heldAfter", { amount: money.both(line.after.heldKopecks) })}
          </span>
        ) : null}
      </span>
    </li>
  );
}

function About({ line }: { line: StatementLine }) {
  const t = useTranslations("ledger.statement");
  const { subject, kindText, number, page } = line;
  return (
    <div className="flex min-w-0 items-center gap-3 max-lg:order-1">
      <LineMark line={line} />
      <div className="min-w-0">
        <p className="break-words font-medium">
          {subject?.title ?? kindText}
          {subject?.detail ? (
            <span className="font-normal text-muted">
              {" "}
              {subject.detailIcon ? (
                <Pictogram
                  src={subject.detailIcon}
                  width={16}
                  height={12}
                  className="inline-block h-3 w-4 rounded-xs align-baseline"
                />
              ) : (
                "·"
              )}{" "}
              {subject.detail}
            </span>
          ) : null}
        </p>
        <p className="break-words text-muted text-xs">
          {subject ? `${kindText} · ` : ""}
          {page ? (
            <LocaleLink href={page} className="touch text-link underline">
              {t("number", { number })}
            </LocaleLink>
          ) : (
            t("number", { number })
          )}
        </p>
      </div>
    </div>
  );
}

function LineMark({ line }: { line: StatementLine }) {
  const Icon = kindIcons.find(([pattern]) => pattern.test(line.kind))?.[1] ?? ReceiptText;
  const icon = line.subject?.icon;
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid size-9 shrink-0 place-items-center rounded-md border border-line",
        icon ? "bg-white" : "bg-sunken text-muted",
      )}
    >
      {icon ? <Pictogram src={icon} width={20} height={20} /> : <Icon className="size-4.5" />}
    </span>
  );
}

/** A hold and what became of it are one story: the line says how it ended, when and why. What waits says until when. */
function State({ line }: LineProps) {
  const t = useTranslations("ledger.statement");
  const { outcome, dueAt } = line;
  const move = outcome?.move ?? line.move;
  const { tone, Icon } = states[move];
  const because = outcome ? outcome.reasonText : line.reasonText;
  return (
    <div className="grid justify-items-start gap-1 max-lg:order-5 max-lg:col-span-2 max-lg:flex max-lg:flex-wrap max-lg:items-center">
      <Badge
        tone={outcome?.move === "give_back" ? "neutral" : tone}
        icon={<Icon aria-hidden="true" className="size-3" />}
      >
        {outcome?.moveText ?? line.moveText}
      </Badge>
      {dueAt ? (
        <span className="text-muted text-xs">
          {t.rich("until", { at: () => <Moment at={dueAt} form="date" /> })}
        </span>
      ) : because || outcome ? (
        <span className="text-muted text-xs">
          {because}
          {because && outcome ? ", " : null}
          {outcome ? <Moment at={outcome.at} /> : null}
        </span>
      ) : null}
    </div>
  );
}
