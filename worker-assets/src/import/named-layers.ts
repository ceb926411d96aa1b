import { readFile, stat } from 'node:fs/promises';
import { NamedFiles } from '@diorama/shared/domain/named-files.ts';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';

/** A layer of USD in an archive; `name` is its path there. */
type Layer = { path: string; name: string; isBinary: boolean };

/** Larger layers hold geometry, not the names of others: nobody reads them for those. */
const MAX_READ_BYTES = 16_000_000;
/** How a layer of text names files. */
const QUOTED = /@([^@\r\n]{1,1000})@/g;
const COMMENTS = /^\s*#.*$/gm;

/** The names of all of some layers that others of them take parts from. */
export async function namedLayers(layers: readonly Layer[]): Promise<Set<string>> {
  const named = new Set<string>();
  const files = new NamedFiles(layers);
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

/** All words of a layer that may be names of files; none for a damaged one. */
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

/** Reads nothing of a layer but its words. */
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
    // Each word ends with a zero.
    if (count > bytes || bytes > MAX_READ_BYTES) {
      throw new RangeError('The layer says of more words than it holds');
    }
    super._readTokens();
  }
}
