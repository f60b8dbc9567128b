"use client";

import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { showToast } from "#components/ui/toasts.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";

type FileButtonProps = {
  /** Fetches the file and hands it to the browser. Throws ApiProblem. */
  download: () => Promise<void>;
  /** What is said afterwards; a failure says why where the server did. */
  done: string;
  failed: string;
  children: ReactNode;
};

/** Downloads what a list shows as a file. */
export function FileButton({ download, done, failed, children }: FileButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await download();
      showToast({ type: "success", text: done });
    } catch (error) {
      showToast({ type: "error", text: (error as ApiProblem).message || failed });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      busy={isBusy}
      icon={<Download aria-hidden="true" className="size-4" />}
      onClick={() => void press()}
    >
      {children}
    </Button>
  );
}
