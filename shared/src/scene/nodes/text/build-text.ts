import type { BufferGeometry } from 'three';
import type { PropsOf } from '../props.ts';
import { textGeometry } from './geometry.ts';
import { loadFont } from './load-font.ts';

/** Geometry of a text, from the files of its typeface. */
export async function buildText(
  props: PropsOf<'text'>,
  files: readonly ArrayBuffer[],
): Promise<BufferGeometry> {
  const font = await loadFont(files.map((file) => new Uint8Array(file)));
  return textGeometry(props, font);
}
