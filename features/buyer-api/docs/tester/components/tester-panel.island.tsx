"use client";

import type { MethodTesterProps } from "#features/buyer-api/docs/tester/components/method-tester.island.tsx";

/** The form of a call, its examples and its answer. */
export default function TesterPanel({ method }: MethodTesterProps) {
  return <p>{method.path}</p>;
}
