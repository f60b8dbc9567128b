"use client";

import { useLiveStream } from "#features/notifications/notifications.client.ts";

/** Put on pages whose numbers and balance should move by themselves; shows nothing. */
export function LiveUpdates() {
  useLiveStream();
  return null;
}
