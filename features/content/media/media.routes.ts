import { showPictureEndpoint } from "#features/content/media/media.contract.ts";
import { readPicture } from "#features/content/media/picture-store.gateway.ts";
import { standIns } from "#features/content/media/pictures.rules.ts";
import { route } from "#lib/api/route.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The pictures of the editors' texts, out of the store alone: neither the desk nor the database is asked. */
export const makeMediaRoutes = (folder: string) => [
  route(showPictureEndpoint, async ({ params }) => {
    const bytes = await readPicture(folder, params.name);
    if (bytes !== null) return answer(bytes, "public, max-age=31536000, immutable");
    for (const name of standIns(params.name)) {
      const other = await readPicture(folder, name);
      // Not what the name stands for: nobody keeps it for good.
      if (other !== null) return answer(other, "public, max-age=3600");
    }
    throw new AppError(apiErrors.NOT_FOUND);
  }),
];

function answer(bytes: Buffer, cacheControl: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "image/webp",
      "content-length": String(bytes.length),
      "cache-control": cacheControl,
      "x-content-type-options": "nosniff",
      // Opened by itself it is a picture and nothing else.
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
}
