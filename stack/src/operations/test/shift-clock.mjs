// Shifts the clock of a Node process by CLOCK_SHIFT_MS: `node --import <this file>`. Timers are not affected, as on a host
// whose clock is wrong.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [now()] : values));
  }

  static now() {
    return now();
  }
};
