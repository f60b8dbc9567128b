import path from "node:path";
import { DECISIONS, decisionsIndex, readDecisions } from "#lib/tooling/decisions.ts";
import { writeFileWhole } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { ROOT } from "#lib/tooling/source-files.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

await runCommand(async () => {
  const decisions = readDecisions().map(({ file, decision }) => {
    if (decision === null)
      throw new Problem(`${DECISIONS}/${file} is not laid out as its neighbours: see decisions.test.ts.`);
    return decision;
  });
  writeFileWhole(path.join(ROOT, DECISIONS, "README.md"), decisionsIndex(decisions), 0o644);
  say(`${DECISIONS}/README.md lists ${decisions.length} decisions.`);
  return 0;
});
