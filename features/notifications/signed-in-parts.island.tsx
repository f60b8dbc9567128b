"use client";

import cookie from "js-cookie";
import dynamic from "next/dynamic";
import { CodeWatch } from "#features/activations/components/code-watch.island.tsx";
import { LiveUpdates } from "#features/notifications/live-updates.island.tsx";
import { cookies } from "#lib/cookies.ts";

const nothing = () => null;

const EditorsBar = dynamic(
  () =>
    import("#features/site/components/editors-bar.island.tsx")
      .then((module) => module.EditorsBar)
      .catch(() => nothing),
  { ssr: false },
);

/** What every page has for who is signed in; for editors alone their bar, which nobody else loads. */
export function SignedInParts() {
  return (
    <>
      <LiveUpdates />
      <CodeWatch />
      {cookie.get(cookies.adminIdentity.name) === undefined ? null : <EditorsBar />}
    </>
  );
}
