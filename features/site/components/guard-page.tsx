import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { ReactNode } from "react";
import { FailureView } from "#features/site/components/failure-view.tsx";
import { isUnavailable } from "#lib/api/errors-to-http.ts";
import { setPageStatus } from "#lib/http/page-response.ts";
import { log } from "#lib/log.ts";

/**
 * Renders a page whose data may be out of reach. A failure while its loaders run becomes a page that says so, with
 * status 503 or 500 and the words in the HTML itself; left alone, Next would answer with an empty body.
 */
export async function guardPage(render: () => Promise<ReactNode>): Promise<ReactNode> {
  try {
    return await render();
  } catch (error) {
    unstable_rethrow(error);
    const requestId = (await headers()).get("x-request-id");
    log.error({ requestId, error: error instanceof Error ? error.stack : String(error) }, "page failed");
    setPageStatus(isUnavailable(error) ? 503 : 500);
    return <FailureView requestId={requestId} />;
  }
}
