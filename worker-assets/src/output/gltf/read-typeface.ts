import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A file of the bundled typeface. @throws for a name that its package does not have */
export async function readTypeface(name: string): Promise<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = await readFile(
    fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}`)),
  );
  return buffer.slice(byteOffset, byteOffset + byteLength);
}
