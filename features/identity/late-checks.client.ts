import type { FieldValues, Resolver } from "react-hook-form";

/**
 * Checks of a form that are loaded when it is first checked, since the library behind them weighs more than the form (decision 0603).
 * `load` imports them. When they cannot be loaded, the server, which checks everything itself, is the one that refuses.
 */
export function checkLate<Values extends FieldValues>(
  load: () => Promise<Resolver<Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    const check = await load().catch(() => null);
    return check ? check(values, context, options) : { values, errors: {} };
  };
}
