/** Preloaded: the clock of this process is wrong by `CLOCK_OFF_MS`, in its threads, too. */
const offMs = Number(process.env.CLOCK_OFF_MS);
const trueNow = Date.now;
const TrueDate = Date;

globalThis.Date = class Date extends TrueDate {
  constructor(...args) {
    if (args.length === 0) super(trueNow() + offMs);
    else super(...args);
  }
  static now() {
    return trueNow() + offMs;
  }
};
