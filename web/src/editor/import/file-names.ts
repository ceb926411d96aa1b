import { pickerOf, SCENE_FILES } from '@diorama/shared/domain/formats.ts';

/** What the file picker offers. */
export const ACCEPT = pickerOf([
  ...new Set([...SCENE_FILES.whole, ...SCENE_FILES.main, ...SCENE_FILES.side]),
]);

/** A file name without its last extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/, '') || name;
}

/** What a file name ends in, in small letters. */
export function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}
