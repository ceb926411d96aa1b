import { type FileFormat, formatsOf } from './formats.ts';

/** Rank of a model among several, the lowest is imported: shallowest path first, then the richest format. */
export function modelRank(path: string, format: FileFormat): number {
  const formats = formatsOf('model');
  return path.split('/').length * formats.length + formats.indexOf(format);
}
