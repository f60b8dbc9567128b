import { expect, test } from "vitest";
import { servicePictureProblem } from "#features/content/media/service-pictures.rules.ts";

test.each([
  ["telegram", 512, 512, null],
  ["telegram", 512, 511, "not-square"],
  ["tg", 512, 512, "unknown"],
  ["", 512, 512, "unknown"],
] as const)(
  "whether a picture can stand for the service %j that is %d x %d: %j",
  (service, width, height, problem) => {
    expect(servicePictureProblem(service, { width, height })).toBe(problem);
  },
);
