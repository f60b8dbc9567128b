import type { Reporter, TestCase } from "@playwright/test/reporter";
import { say } from "#lib/tooling/terminal.ts";

/** The kind of a journey's note of what it has measured. */
export const FIGURE = "figure";

/** Prints what journeys have measured (`tellFigure`): of one that passes a run shows its title alone. */
export default class ToldFigures implements Reporter {
  onTestEnd({ annotations }: TestCase): void {
    for (const { type, description } of annotations)
      if (type === FIGURE) say(`     measured: ${description}`);
  }
}
