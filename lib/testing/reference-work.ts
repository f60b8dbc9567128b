import { createHash } from "node:crypto";

const RECORDS = 60;
const ROUNDS = 20;
const text = JSON.stringify(
  Array.from({ length: RECORDS }, (_, id) => ({ id, name: `record ${id}`, tags: ["a", "b"], price: id / 3 })),
);
const WARM_RUNS = 200;
let isWarm = false;

/**
 * The measure that costs are compared with: a piece of what every request does (reading and writing JSON, a hash), always the
 * same. On the machine on which the limits of `strangers-cost` were set it takes a millisecond. Answers something, so that nothing of it
 * can be left out.
 */
export function referenceWork(): string {
  if (!isWarm) {
    isWarm = true;
    for (let run = 0; run < WARM_RUNS; run += 1) once();
  }
  return once();
}

function once(): string {
  const hash = createHash("sha256");
  for (let round = 0; round < ROUNDS; round += 1) hash.update(JSON.stringify(JSON.parse(text)));
  return hash.digest("hex");
}
