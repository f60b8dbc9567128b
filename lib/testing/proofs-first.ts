import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The short proofs run for as long as they are told to, and small files would come last: begun first, none of them is
 * waited for at the end while the other processor has nothing to do.
 */
export class ProofsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isProof = ({ moduleId }: TestSpecification) => moduleId.includes("/app/_proofs/");
    const sorted = await super.sort(files);
    return [...sorted.filter(isProof), ...sorted.filter((file) => !isProof(file))];
  }
}
