import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';
import { type CorpusModel, SIZE_CORPUS } from './size-corpus.ts';

/** Writes the models as GLB files by name, without replacing existing ones. @returns their paths by name. */
export async function writeCorpus(
  dir: string,
  models: readonly CorpusModel[] = SIZE_CORPUS,
): Promise<Map<string, string>> {
  await mkdir(dir, { recursive: true });
  await MeshoptEncoder.ready;
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.encoder': await draco3d.createEncoderModule(),
    'meshopt.encoder': MeshoptEncoder,
  });
  const paths = new Map<string, string>();
  for (const { name, make } of models) {
    const path = join(dir, `${name.replaceAll(/\W+/g, '-')}.glb`);
    paths.set(name, path);
    if (await stat(path).catch(() => null)) {
      continue;
    }
    const model = await make();
    await writeFile(path, model instanceof Uint8Array ? model : await io.writeBinary(model));
  }
  return paths;
}
