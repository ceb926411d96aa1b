import type { Layer } from './layers.ts';

const IN_TEXT = /\bdef\s+BlendShape\b/;

/** Whether a file has morph targets, which the loader leaves out. */
export function holdsMorphs(layers: readonly Layer[]): boolean {
  return layers.some(({ text, specs }) =>
    text === null
      ? Object.values(specs()).some(({ fields }) => fields.typeName === 'BlendShape')
      : IN_TEXT.test(text),
  );
}
