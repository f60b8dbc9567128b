"use client";

import cookie from "js-cookie";
import dynamic from "next/dynamic";
import { cookies } from "#lib/cookies.ts";

const EditorsBar = dynamic(
  () =>
    import("#features/site/components/editors-bar.island.tsx")
      .then((module) => module.EditorsBar)
      // A page does without its bar.
      .catch(() => () => null),
  { ssr: false },
);

/** Loads the bar of the editors where the cookie says that somebody may want it, and nothing of it for everybody else. */
export function EditorsBarGate() {
  return cookie.get(cookies.adminIdentity.name) === undefined ? null : <EditorsBar />;
}
