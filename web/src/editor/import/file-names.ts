import { pickerOf, SCENE_FILES } from '@diorama/shared/domain/formats.ts';

const OF_MODELS = [...new Set([...SCENE_FILES.whole, ...SCENE_FILES.main, ...SCENE_FILES.side])];

/** What the file picker offers for a model. */
export const ACCEPT = pickerOf(OF_MODELS);

/** What it offers for a scene. */
export const ACCEPT_FOR_SCENE = pickerOf([...OF_MODELS, ...SCENE_FILES.skies, ...SCENE_FILES.fonts]);

/** A file name without its last extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/, '') || name;
}

/** What a file name ends in, in small letters. */
export function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}
