import type { PushState } from "#features/notifications/push/push.contract.ts";
import { api, getJson } from "#lib/api/browser-client.ts";

export const pushKeyOfQuery = ["push-subscription"] as const;

/** `unsupported`: no push, or only for installed sites; `blocked`: its owner has said no to notifications of this site. */
export type PushSupport = "ok" | "unsupported" | "blocked";

/** What this browser allows. */
export function pushSupport(): PushSupport {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "ok";
}

/** Whether this session's browser is told; a subscription that the browser has lost meanwhile counts as none. */
export async function readPush(): Promise<PushState> {
  const state = await getJson<PushState>("push-subscription");
  if (!state.isOn || pushSupport() !== "ok") return { ...state, isOn: false };
  const worker = await navigator.serviceWorker.getRegistration();
  return { ...state, isOn: Boolean(await worker?.pushManager.getSubscription()) };
}

/** Asks the reader, subscribes at the browser's service and tells us. Answers null when the reader said no. */
export async function turnPushOn(publicKey: string): Promise<PushState | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  // One made with an earlier key of ours would never be told.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return (await api.put<PushState>("push-subscription", { endpoint, keys })).data;
}

/** Ends it here and at the browser's service. */
export async function turnPushOff(): Promise<PushState> {
  const { data: state } = await api.delete<PushState>("push-subscription");
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  return state;
}
