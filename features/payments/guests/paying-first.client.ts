import cookie from "js-cookie";
import { paysFirst } from "#features/payments/guests.rules.ts";

/** Whether a guest of this page pays before there is an account. Its `<html>` says where the experiment runs. */
export function guestPaysFirst(): boolean {
  const isRunning = document.documentElement.dataset.mayPayFirst !== undefined;
  return paysFirst((name) => cookie.get(name), isRunning);
}
