import { type PayloadRequest, ValidationError } from "payload";

type Fault = { readonly path: string; readonly message: string };

/**
 * What an editor is told of a document that is not saved: beside the fields, and in the notice, which would name the fields alone (what stands
 * beside them goes as soon as the form is judged again).
 */
export function refusalOf(
  req: PayloadRequest,
  collection: string,
  faults: readonly Fault[],
): ValidationError {
  const error = new ValidationError({ collection, errors: [...faults], req }, req.t);
  error.message = [...new Set(faults.map(({ message }) => message))].join(". ");
  return error;
}
