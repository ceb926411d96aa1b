/** What the system itself offers for this: every write to it finds the disk full. */
export const FULL = '/dev/full';

/** Below which folder the disk is full just now; empty while it has room. */
export const disk = { fullBelow: '' };

/** Whether a disk can be full here; where none can, it is said aloud what is skipped. */
export function canBeFull(what: string): boolean {
  const isHere = process.getBuiltinModule('node:fs').existsSync(FULL);
  if (!isHere) {
    process.stderr.write(`SKIPPED: ${what}, as the system has no ${FULL}\n`);
  }
  return isHere;
}

/** The file system with a disk that is full as {@link disk} says, to be put in place of `node:fs`, which this file must not import. */
export function fillable<Fs extends typeof import('node:fs')>(fs: Fs): Fs {
  const createWriteStream: typeof fs.createWriteStream = (path, options) => {
    const isFull = disk.fullBelow !== '' && String(path).startsWith(disk.fullBelow);
    return fs.createWriteStream(isFull ? FULL : path, options);
  };
  return { ...fs, createWriteStream, default: { ...fs, createWriteStream } };
}
