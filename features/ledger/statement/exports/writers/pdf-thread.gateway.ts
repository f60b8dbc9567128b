import { parentPort } from "node:worker_threads";
import { StatementDocument } from "#features/ledger/statement/exports/writers/pdf-document.gateway.ts";
import type { PdfAnswer, PdfOrder } from "#features/ledger/statement/exports/writers/pdf-pages.view.ts";

/** Runs in a thread of its own: one document, order by order, each answered with the bytes that are ready. */
let document: StatementDocument | null = null;

async function carryOut(order: PdfOrder): Promise<Uint8Array> {
  if (order.do === "begin") {
    document = new StatementDocument(order.head);
    return document.takeBytes();
  }
  if (!document) throw new Error("a PDF must be begun first");
  if (order.do === "add") {
    for (const line of order.lines) document.addLine(line);
    return document.takeBytes();
  }
  return document.finish(order.end);
}

parentPort?.on("message", async (order: PdfOrder) => {
  const bytes = await carryOut(order);
  parentPort?.postMessage({ bytes } satisfies PdfAnswer);
});
