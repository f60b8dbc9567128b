import { z } from "zod";
import { idText } from "#lib/api/id-text.ts";

/** An id in a path or a query. */
export const Id = z.string().regex(idText).transform(Number);

/** The parameters of a path with `{id}`. */
export const idParams = z.object({ id: Id });
