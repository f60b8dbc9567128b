/**
 * Shifts the clock of this process by CLOCK_SHIFT_MS, for Node's `--import`. Works on every machine, unlike libfaketime, but
 * neither for PostgreSQL nor for native code: for tests that use no database.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const TrueDate = Date;
const trueNow = Date.now.bind(Date);

const ShiftedDate = new Proxy(TrueDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [trueNow() + shiftMs] : args, newTarget),
  apply: () => new ShiftedDate().toString(),
});
TrueDate.now = () => trueNow() + shiftMs;
TrueDate.prototype.constructor = ShiftedDate;
globalThis.Date = ShiftedDate;
