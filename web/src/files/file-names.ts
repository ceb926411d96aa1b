import { pickerOf, SCENE_FILES } from '@diorama/shared/domain/formats.ts';

const OF_MODELS = [...new Set([...SCENE_FILES.whole, ...SCENE_FILES.main, ...SCENE_FILES.side])];

/** `accept` value of the file picker for a model. */
export const ACCEPT = pickerOf(OF_MODELS);

/** `accept` value of the file picker for a scene. */
export const ACCEPT_FOR_SCENE = pickerOf([...OF_MODELS, ...SCENE_FILES.skies, ...SCENE_FILES.fonts]);

/** File name without its last extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/, '') || name;
}

/** Lower-case extension of a file name. */
export function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}
