import { extensionsOf, type FormatUse } from '@diorama/shared/domain/formats.ts';

const EXTENSIONS: Record<FormatUse, string> = {
  model: listOf('model'),
  image: listOf('image'),
  texture: listOf('texture'),
  mark: listOf('mark'),
  sky: listOf('sky'),
  font: listOf('font'),
  sound: listOf('sound'),
};

/** Replaces each `{use}` in a text with the accepted file extensions of that use. */
export function withFormats(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, use: string) => (isUse(use) ? EXTENSIONS[use] : whole));
}

function isUse(text: string): text is FormatUse {
  return Object.hasOwn(EXTENSIONS, text);
}

function listOf(use: FormatUse): string {
  return extensionsOf(use).join(', ');
}
