import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Whose files come first where several projects run at once: a worker that files share ends when another project's file is next. */
const PROJECTS = ["processes", "alone", "db", "replacing in pages", "ui", "unit"];

/** These take longest, longest first: begun last, each would be waited for while the other processors have nothing to do. */
export const LONGEST = [
  "app/_proofs/crash/search.db.test.ts",
  "app/api/database-faults.db.test.ts",
  "app/_proofs/crash/crash.db.test.ts",
  "app/_proofs/crash/partner-earnings.db.test.ts",
  "app/_proofs/crash/ready-accounts.db.test.ts",
  "app/_partner-agent/gammu.test.ts",
  "app/_processes/agent-test/test-agent.test.ts",
  "app/api/malformed.db.test.ts",
  "app/api/access.db.test.ts",
];

/**
 * Project by project; in each what takes longest first, then the proofs, which run for as long as they are told to, then large files before
 * small ones.
 */
export class TestsInOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const longest = LONGEST.indexOf(path.relative(process.cwd(), moduleId));
  const isProof = moduleId.includes("/app/_proofs/");
  const inProject = longest >= 0 ? longest : LONGEST.length + (isProof ? 0 : 1);
  return PROJECTS.indexOf(project.name) * (LONGEST.length + 2) + inProject;
}
