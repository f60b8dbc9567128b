import type { CollectionBeforeChangeHook } from "payload";

/** Writes down who saves, over whatever the form says. */
export const nameEditor: CollectionBeforeChangeHook = ({ data, req }) => ({
  ...data,
  editedBy: req.user?.id ?? null,
});
