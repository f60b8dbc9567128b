import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

export const showPictureEndpoint = defineEndpoint({
  id: "showPicture",
  method: "GET",
  path: "/storage/image/{name}",
  summary: "A picture of the site's texts",
  description: "Its name is made of its content: what it names never changes, and may be kept for good.",
  tag: "Content",
  access: "public",
  params: z.object({ name: z.string().max(100) }),
  response: z.string(),
  produces: "image/webp",
  errors: [apiErrors.NOT_FOUND],
  // A page with many pictures asks for all of them at once.
  rates: [{ name: "pictures", perSecond: 50, burst: 500 }],
});
