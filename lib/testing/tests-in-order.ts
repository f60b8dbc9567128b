import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONGEST } from "#lib/testing/test-files.ts";

/** Whose files come first where several projects run at once: a worker that files share ends when another project's file is next. */
const PROJECTS = ["processes", "alone", "db", "replacing in pages", "ui", "unit"];

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
