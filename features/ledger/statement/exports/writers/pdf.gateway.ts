import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { ExportHead, Totals } from "#features/ledger/statement/exports/exports.rules.ts";
import type {
  PdfAnswer,
  PdfBalance,
  PdfEnd,
  PdfHead,
  PdfLine,
  PdfOrder,
} from "#features/ledger/statement/exports/writers/pdf-pages.view.ts";
import type { ExportWriter } from "#features/ledger/statement/exports/writers/writer.view.ts";
import type { BalanceView, StatementLine } from "#features/ledger/statement/statement.contract.ts";
import { formatDay, formatMoment, formatNumber } from "#lib/i18n/formats.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/** By path from the checkout, as every process starts there; a bundler must not try to pack it. */
const THREAD = ["features", "ledger", "statement", "exports", "writers", "pdf-thread.gateway.ts"];

/**
 * To read and print. Setting type takes a processor for seconds, so it is done in a thread of its own: the process goes on
 * answering. A thread that dies fails the download.
 */
export function pdfWriter(head: ExportHead): ExportWriter {
  const worker = new Worker(path.resolve(...THREAD), { stdout: true, stderr: true });
  worker.on("error", () => {});
  const ended = new Promise<never>((_resolve, reject) => {
    worker.once("exit", () => reject(new Error("the PDF thread ended")));
  });
  ended.catch(() => {});
  const tell = async (order: PdfOrder): Promise<Uint8Array> => {
    worker.postMessage(order);
    const [answer] = (await Promise.race([once(worker, "message"), ended])) as [PdfAnswer];
    return answer.bytes;
  };
  return {
    contentType: "application/pdf",
    begin: () => tell({ do: "begin", head: headOf(head) }),
    add: (lines) => tell({ do: "add", lines: lines.map((line) => lineOf(line, head)) }),
    end: (totals) => tell({ do: "end", end: endOf(totals, head) }),
    close: () => void worker.terminate(),
  };
}

function amountText(kopecks: number): string {
  return formatNumber(kopecks / 100, 2).replace("-", "−");
}

function changeText(kopecks: number): string {
  return kopecks > 0 ? `+${amountText(kopecks)}` : amountText(kopecks);
}

const titles = { user: "title", partner: "partnerTitle", store: "storeTitle" } as const;

function headOf(head: ExportHead): PdfHead {
  const { locale, timeZone } = head;
  const word = (key: string) => translateMessage(locale, `ledger.document.${key}`);
  const day = (text: string) => formatDay(locale, new Date(`${text}T00:00:00Z`), "UTC");
  return {
    brand: head.brand,
    title: word(titles[head.balance]),
    facts: [
      [word("account"), head.account],
      [word("period"), `${day(head.from)} – ${day(head.to)} (${timeZone})`],
      [word("made"), formatMoment(locale, new Date(head.madeAt), timeZone)],
      [
        "",
        translateMessage(locale, "ledger.document.linesCount", {
          count: head.linesCount,
          shown: formatNumber(head.linesCount),
        }),
      ],
    ],
    note: word("currency"),
    columns: {
      date: word("date"),
      number: word("number"),
      whatFor: word("whatFor"),
      state: word("state"),
      change: word("change"),
      available: word("available"),
      held: word("held"),
    },
    opening: balanceOf(word("opening"), head.opening),
    pageWord: word("page"),
    noLines: word("noLines"),
  };
}

function balanceOf(words: string, balance: BalanceView): PdfBalance {
  return { words, available: amountText(balance.availableKopecks), held: amountText(balance.heldKopecks) };
}

function lineOf(line: StatementLine, { locale, timeZone }: ExportHead): PdfLine {
  const { subject } = line;
  const about = subject && [subject.title, subject.detail].filter((text) => text !== null).join(", ");
  const below = [about ? line.kindText : null, line.reasonText].filter((text) => text !== null);
  return {
    date: formatMoment(locale, new Date(line.at), timeZone),
    number: line.number,
    title: about ?? line.kindText,
    subtitle: below.join(" · "),
    state: line.moveText,
    change: line.changeKopecks === 0 ? `(${amountText(line.amountKopecks)})` : changeText(line.changeKopecks),
    available: amountText(line.after.availableKopecks),
    held: amountText(line.after.heldKopecks),
  };
}

function endOf(totals: Totals, { locale, closing, balance }: ExportHead): PdfEnd {
  const word = (key: string) => translateMessage(locale, `ledger.document.${key}`);
  // What a store earned is held before it is free.
  const own = (key: "refunded" | "paid" | "proof") => word(balance === "store" ? `store.${key}` : key);
  return {
    closing: balanceOf(word("closing"), closing),
    totalsTitle: word("totals"),
    totals: [
      [word("received"), changeText(totals.receivedKopecks)],
      [own("refunded"), changeText(totals.refundedKopecks)],
      [word("newlyHeld"), changeText(-totals.heldKopecks)],
      [word("taken"), changeText(-totals.takenKopecks)],
      [own("paid"), `(${amountText(totals.paidKopecks)})`],
    ],
    proof: own("proof"),
  };
}
