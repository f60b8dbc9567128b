/**
 * Shifts the clock of this process by DATE_SHIFT_MS, for Node's `--import`. Needs no compiler, unlike `shifted-clock.c`, but
 * PostgreSQL and native code do not see it: for tests that use no database.
 */
const shiftMs = Number(process.env.DATE_SHIFT_MS ?? 0);
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
