import { api } from "#lib/api/browser-client.ts";

/** Fetches a file of the API and hands it to the browser to save. Throws ApiProblem. */
export async function downloadFile(
  path: string,
  params: Readonly<Record<string, string | number>>,
  fileName: string,
): Promise<void> {
  const { data } = await api.getFile(path, params);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
