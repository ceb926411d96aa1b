import { readFile } from 'node:fs/promises';
import { bareName } from '@diorama/shared/domain/bare-name.ts';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';

const LAYER = /\.usd[acz]?$/i;
/** How a layer of text names files. */
const QUOTED = /@([^@\r\n]{1,1000})@/g;

/** The bare names of all layers of USD that some layers take parts from, other than themselves. */
export async function namedLayers(
  layers: readonly { path: string; name: string; isBinary: boolean }[],
): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { path, name, isBinary } of layers) {
    const words = wordsOf(await readFile(path), isBinary);
    for (const word of words) {
      const other = bareName(word);
      if (LAYER.test(other) && other !== bareName(name)) {
        named.add(other);
      }
    }
  }
  return named;
}

/** All words of a layer that may be names of files; none for a damaged one, and for text beyond what a string holds. */
function wordsOf(bytes: Buffer, isBinary: boolean): readonly string[] {
  try {
    if (!isBinary) {
      return [...bytes.toString().matchAll(QUOTED)].map(([, word = '']) => word);
    }
    const reader = new WordReader();
    reader.parseData(new Uint8Array(bytes).buffer);
    return reader.tokens;
  } catch {
    return [];
  }
}

const pass = () => undefined;

/** Reads nothing of a layer but its words. */
class WordReader extends USDCParser {
  override specs = [];
  override _readStrings = pass;
  override _readFields = pass;
  override _readFieldSets = pass;
  override _readPaths = pass;
  override _readSpecs = pass;
}
