/**
 * How far an import is when each of its steps is done, in per cent: a step begins where the one before it ends. Up to `read`
 * it is converted, from there on optimised.
 */
export const IMPORT_PROGRESS = { begun: 5, unpacked: 10, converted: 40, read: 50, written: 90 } as const;
