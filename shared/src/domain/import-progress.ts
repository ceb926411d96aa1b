/**
 * Progress of an import after each step, in per cent. A step begins at the value of the one before. Up
 * to `read` the file is converted, from there on it is optimised.
 */
export const IMPORT_PROGRESS = { begun: 5, unpacked: 10, converted: 40, read: 50, written: 90 } as const;
