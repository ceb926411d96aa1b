import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { MAX_INPUT_PIXELS } from '../output/images.ts';
import { ktxHead } from '../output/ktx-head.ts';

/** Pixels of a texture as RGBA, four bytes each. */
export type Pixels = { data: Uint8Array<ArrayBuffer>; width: number; height: number };

/** The used parts of Binomial's transcoder, which three.js bundles for its KTX2 loader. */
type Transcoder = {
  initializeBasis: () => void;
  KTX2File: new (
    bytes: Uint8Array,
  ) => {
    isValid: () => boolean;
    startTranscoding: () => boolean;
    getImageTranscodedSizeInBytes: (level: number, layer: number, face: number, format: number) => number;
    transcodeImage: (
      into: Uint8Array,
      ...place: [
        level: number,
        layer: number,
        face: number,
        format: number,
        unused: number,
        ...channels: number[],
      ]
    ) => number;
    close: () => void;
    delete: () => void;
  };
};
type Factory = (options: { wasmBinary: Uint8Array }) => Promise<Transcoder>;

const RGBA = 13;
const ALL_CHANNELS = -1;
const BYTES_A_PIXEL = 4;

let loading: Promise<Transcoder> | null = null;

/**
 * Decodes the largest level of a Basis texture (ETC1S or UASTC) in a KTX2 file.
 * @throws for every other KTX2, for damaged files, and for ones with too many pixels.
 */
export async function transcodeBasis(bytes: Uint8Array): Promise<Pixels> {
  const size = ktxHead(bytes);
  if (!size || size.width * size.height > MAX_INPUT_PIXELS) {
    throw new Error('The texture has too many pixels, or is no KTX2');
  }
  loading ??= loadTranscoder().catch((err: unknown) => {
    loading = null;
    throw err;
  });
  const { KTX2File } = await loading;
  const file = new KTX2File(bytes);
  try {
    if (!file.isValid() || !file.startTranscoding()) {
      throw new Error('The texture is no Basis texture');
    }
    const data = new Uint8Array(file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA));
    const isDone = file.transcodeImage(data, 0, 0, 0, RGBA, 0, ALL_CHANNELS, ALL_CHANNELS);
    if (!isDone || data.length !== size.width * size.height * BYTES_A_PIXEL) {
      throw new Error('The texture is damaged');
    }
    return { data, width: size.width, height: size.height };
  } finally {
    file.close();
    file.delete();
  }
}

/** Loads the script by hand, because it is not an ES module inside of an ES module package. */
async function loadTranscoder(): Promise<Transcoder> {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve('three')), '../examples/jsm/libs/basis');
  const path = join(folder, 'basis_transcoder.js');
  const module: { exports: Factory | null } = { exports: null };
  const script = compileFunction(
    await readFile(path, 'utf8'),
    ['module', 'exports', 'require', '__dirname', '__filename'],
    { filename: path },
  );
  script(module, {}, require, folder, path);
  const transcoder = await module.exports?.({
    wasmBinary: await readFile(join(folder, 'basis_transcoder.wasm')),
  });
  if (!transcoder) {
    throw new Error('The transcoder left nothing');
  }
  transcoder.initializeBasis();
  return transcoder;
}
