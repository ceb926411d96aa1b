import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { BoxGeometry } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo, type GltfIo } from '../output/gltf-io.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { convertGltf } from './convert-gltf.ts';
import { parseGltfJson } from './gltf-container.ts';
import { ImportError } from './import-error.ts';

/** Numbers that JSON may contain and that are not finite once they are read, or not exact. */
const ODD = ['1e999', '-1e999', '1e300', '9007199254740993', '-0.5'];
const PLACE = '"@odd@"';
const [MAGIC, JSON_CHUNK, BINARY_CHUNK] = [0x46546c67, 0x4e4f534a, 0x004e4942];

let io: GltfIo;
let dir: string;
let json: string;
let binary: Uint8Array;
beforeAll(async () => {
  io = await createGltfIo();
  dir = await mkdtemp(join(tmpdir(), 'diorama-odd-'));
  const builder = new ModelBuilder();
  builder.place('Box', builder.mesh('Box', new BoxGeometry(), builder.material('Steel')), [1, 2, 3]);
  const glb = await io.writeGlb(builder.document);
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  json = new TextDecoder().decode(glb.subarray(20, 20 + length)).trim();
  binary = glb.subarray(20 + length + 8);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Texts of the JSON with one number replaced by another. */
function* withNumber(odd: string): Generator<string> {
  let count = 0;
  JSON.parse(json, (_, value) => {
    count += typeof value === 'number' ? 1 : 0;
    return value;
  });
  for (let at = 0; at < count; at += 1) {
    let seen = 0;
    const changed = JSON.parse(json, (_, value) => {
      seen += typeof value === 'number' ? 1 : 0;
      return typeof value === 'number' && seen === at + 1 ? PLACE.slice(1, -1) : value;
    });
    yield JSON.stringify(changed).replace(PLACE, odd);
  }
}

function glbOf(text: string): Uint8Array {
  const head = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4, ' '));
  const bytes = new Uint8Array(12 + 8 + head.length + 8 + binary.length);
  const view = new DataView(bytes.buffer);
  [MAGIC, 2, bytes.length, head.length, JSON_CHUNK].forEach(
    (value, i) => void view.setUint32(i * 4, value, true),
  );
  bytes.set(head, 20);
  view.setUint32(20 + head.length, binary.length, true);
  view.setUint32(24 + head.length, BINARY_CHUNK, true);
  bytes.set(binary, 28 + head.length);
  return bytes;
}

/** What a person reads of the import: the reason of a refusal, or the lines of the report. */
async function textsOf(glb: Uint8Array): Promise<string[]> {
  const path = join(dir, 'odd.glb');
  await writeFile(path, glb);
  try {
    const { report } = await convertGltf({
      format: 'glb',
      main: { name: 'odd.glb', path },
      files: [],
      io,
      dir,
      needs: () => undefined,
    });
    const { missing, ...parts } = report;
    return [...missing, ...inEnglish(Object.values(parts).flat())];
  } catch (error) {
    if (!(error instanceof ImportError)) {
      throw error;
    }
    return [error.message];
  }
}

describe('a model with an invalid number', () => {
  it.each(ODD)('is imported or rejected without that number in any message: %s', async (odd) => {
    for (const text of withNumber(odd)) {
      const said = await textsOf(glbOf(text));
      expect(said.join('\n'), text).not.toMatch(/Infinity|NaN|undefined/);
    }
  });

  it.each(['1e999', '-1e999', '1', 'null', '{}', '"1e999"', '"3.0"'])(
    'is rejected for the version %s with a plain message',
    (version) => {
      for (const name of ['version', 'minVersion']) {
        const text = `{"asset":{"version":"2.0","${name}":${version}}}`;
        const open = () => parseGltfJson(new TextEncoder().encode(text));
        expect(open).toThrow(
          /^The file (is glTF \d+(\.\d+)*|has no supported glTF version)\. Export it as glTF 2\.0\.$|^The description of the scene is damaged\.$/,
        );
      }
    },
  );
});
