import { readFile, stat } from 'node:fs/promises';
import { FileResolver } from '@diorama/shared/domain/file-resolver.ts';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';

/** A USD layer in an archive; `name` is its path there. */
type Layer = { path: string; name: string; isBinary: boolean };

/** Limit in bytes. Larger layers contain geometry, so their references are not read. */
const MAX_READ_BYTES = 16_000_000;
/** Asset references in a USDA text layer. */
const QUOTED = /@([^@\r\n]{1,1000})@/g;
const COMMENTS = /^\s*#.*$/gm;

/** Names of the layers that other layers reference. */
export async function referencedLayers(layers: readonly Layer[]): Promise<Set<string>> {
  const named = new Set<string>();
  const files = new FileResolver(layers);
  for (const layer of layers) {
    const { size } = await stat(layer.path);
    if (size <= MAX_READ_BYTES) {
      for (const word of wordsOf(await readFile(layer.path), layer.isBinary)) {
        const other = files.find(word, layer.name)?.file;
        if (other && other !== layer) {
          named.add(other.name);
        }
      }
    }
  }
  return named;
}

/** All strings of a layer that may be file names; none for a damaged layer. */
function wordsOf(bytes: Buffer, isBinary: boolean): ReadonlySet<string> {
  try {
    if (isBinary) {
      const reader = new WordReader();
      reader.parseData(new Uint8Array(bytes).buffer);
      return new Set(reader.tokens);
    }
    const words = new Set<string>();
    for (const [, word = ''] of bytes.toString().replaceAll(COMMENTS, '').matchAll(QUOTED)) {
      words.add(word);
    }
    return words;
  } catch {
    return new Set();
  }
}

const pass = () => undefined;

/** Reads only the token table of a layer. */
class WordReader extends USDCParser {
  override specs = [];
  override _readStrings = pass;
  override _readFields = pass;
  override _readFieldSets = pass;
  override _readPaths = pass;
  override _readSpecs = pass;

  override _readTokens(): void {
    const { start } = this.sections.TOKENS ?? { start: 0 };
    this.reader.seek(start);
    const count = this.reader.readUint64();
    const bytes = this.reader.readUint64();
    // Each token ends with a zero byte.
    if (count > bytes || bytes > MAX_READ_BYTES) {
      throw new RangeError('The layer says of more words than it holds');
    }
    super._readTokens();
  }
}
