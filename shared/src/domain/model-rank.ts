import { type FileFormat, formatsOf } from './formats.ts';

/** Which model of several is taken: that of the lowest rank, the shallowest and of those the one of the richest format. */
export function modelRank(path: string, format: FileFormat): number {
  const formats = formatsOf('model');
  return path.split('/').length * formats.length + formats.indexOf(format);
}
