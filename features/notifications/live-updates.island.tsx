"use client";

import { useLiveStream } from "#features/notifications/notifications.client.ts";

/** Part of every page: numbers and balance of a signed-in user move by themselves. Shows nothing. */
export function LiveUpdates() {
  useLiveStream();
  return null;
}
