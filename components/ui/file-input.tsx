import type { ComponentProps } from "react";

/** Takes a file from the device; the browser's own button in it looks like one of ours, and its words are the browser's. */
export function FileInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <input
      {...props}
      type="file"
      className="touch block w-full text-sm file:mr-3 file:rounded-md file:border file:border-line file:border-solid file:bg-surface file:px-3 file:py-2 file:text-text"
    />
  );
}
