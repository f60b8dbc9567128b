import { ApiProblem, api } from "#lib/api/browser-client.ts";

/** Fetches a file of the API and hands it to the browser to save. Throws ApiProblem. */
export async function downloadFile(
  path: string,
  params: Readonly<Record<string, string | number>>,
  fileName: string,
): Promise<void> {
  const { data, status } = await api.get<Blob>(path, {
    params,
    responseType: "blob",
    // A year may take a while; who asked shows that it is under way.
    timeout: 0,
    validateStatus: () => true,
  });
  if (status !== 200) throw await problemIn(data, status);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A refusal of a file comes as JSON in a Blob. */
async function problemIn(data: Blob, status: number): Promise<ApiProblem> {
  try {
    const { message, error } = JSON.parse(await data.text()) as {
      message: string;
      error: { code: string; requestId: string };
    };
    return new ApiProblem(message, { status, code: error.code, requestId: error.requestId });
  } catch {
    return new ApiProblem("", { status, code: "SERVER_ERROR", requestId: null });
  }
}
