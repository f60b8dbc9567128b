import { beforeEach, expect, test } from "vitest";
import { showToast, type ToastType, useToasts } from "#components/ui/toasts.ts";

const texts = () => useToasts.getState().list.map(({ text }) => text);

beforeEach(() => useToasts.setState({ list: [] }));

test("notifications of all four kinds stand newest first and are taken away by their id", () => {
  const types: readonly ToastType[] = ["info", "show", "error", "success"];
  const ids = types.map((type) => showToast({ type, text: type }));
  expect(texts()).toEqual(["success", "error", "show", "info"]);
  useToasts.getState().remove(ids[2]!);
  expect(texts()).toEqual(["success", "show", "info"]);
});
