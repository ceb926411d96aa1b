import { Document, type JSONDocument } from '@gltf-transform/core';
import { EXTTextureWebP, KHRLightsPunctual, KHRTextureTransform } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { BoxGeometry, SphereGeometry } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { skinnedDocument } from '../test/sample-documents.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { morphed, turning } from '../test/size-corpus/moving.ts';
import { clouds } from '../test/size-corpus/pictures.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { measure } from './measure.ts';
import { assertValidGlb } from './write-glb.ts';
import { writeVariants } from './write-variants.ts';

/** Extensions in the documentation of Scene Viewer. */
const DOCUMENTED = ['KHR_draco_mesh_compression', 'KHR_materials_unlit', 'KHR_texture_transform'];

let io: GltfIo;
beforeAll(async () => {
  io = await createGltfIo();
});

const write = (document: Document) => writeVariants(document, { io, purpose: 'scene' });

/** The used and required extensions of a GLB. */
function extensionsOf(glb: Uint8Array): { used: string[]; required: string[] } {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const json: JSONDocument['json'] = JSON.parse(Buffer.from(glb.subarray(20, 20 + length)).toString());
  return { used: json.extensionsUsed ?? [], required: json.extensionsRequired ?? [] };
}

/** Six spheres with a transformed WebP texture, and a light. */
async function balls(): Promise<Document> {
  const builder = new ModelBuilder();
  const { document, scene } = builder;
  document.createExtension(EXTTextureWebP).setRequired(true);
  const picture = await (await clouds(600, 1)).ensureAlpha().webp().toBuffer();
  const material = builder
    .material('Clouds')
    .setBaseColorTexture(builder.texture('Clouds', new Uint8Array(picture), 'image/webp'));
  const moved = document.createExtension(KHRTextureTransform).setRequired(true).createTransform();
  material.getBaseColorTextureInfo()?.setExtension('KHR_texture_transform', moved.setScale([2, 3]));
  const mesh = builder.mesh('Ball', new SphereGeometry(1, 16, 12), material);
  for (let i = 0; i < 6; i += 1) {
    builder.place(`Ball ${i}`, mesh, [i * 3, 0, 0]);
  }
  const lights = document.createExtension(KHRLightsPunctual).setRequired(true);
  scene.addChild(document.createNode('Lamp').setExtension('KHR_lights_punctual', lights.createLight()));
  return document;
}

describe('the GLB for AR on Android', () => {
  it('requires only extensions that Scene Viewer documents, unlike the other GLBs', async () => {
    const { glb, mobile, plain } = await write(await balls());
    for (const other of [glb, mobile]) {
      const { used, required } = extensionsOf(other);
      expect(used).toContain('EXT_mesh_gpu_instancing');
      expect(required).toEqual(expect.arrayContaining(['EXT_meshopt_compression', 'EXT_texture_webp']));
    }
    const bytes = plain ?? new Uint8Array();
    await assertValidGlb(bytes);
    const { used, required } = extensionsOf(bytes);
    expect(required.filter((name) => !DOCUMENTED.includes(name))).toEqual([]);
    expect(used.toSorted()).toEqual(['KHR_lights_punctual', 'KHR_texture_transform']);
  });

  it('has the same triangles and materials, with full-size pictures', async () => {
    const { glb, plain } = await write(await balls());
    const [main, made] = await Promise.all([glb, plain ?? new Uint8Array()].map(io.readGlb));
    const of = (document: Document | undefined) => document?.getRoot() ?? new Document().getRoot();
    const looks = (document: Document | undefined) =>
      of(document)
        .listMaterials()
        .map((material) => [
          material.getName(),
          material.getBaseColorFactor(),
          material.getRoughnessFactor(),
          material.getBaseColorTexture()?.getName(),
        ]);
    expect(looks(made)).toEqual(looks(main));
    expect(made && measure(made).triangles).toBe(main && measure(main).triangles);
    const picture = of(made).listTextures()[0];
    // No material reads the alpha, so the photograph becomes a JPEG.
    expect(picture?.getMimeType()).toBe('image/jpeg');
    expect(picture?.getSize()).toEqual([600, 600]);
    expect((await sharp(picture?.getImage() ?? undefined).metadata()).format).toBe('jpeg');
    const [primitive] = of(made).listMeshes()[0]?.listPrimitives() ?? [];
    expect(primitive?.getAttribute('NORMAL')?.getArray()).toBeInstanceOf(Float32Array);
    expect(of(made).listMeshes()).toHaveLength(1);
  });

  it.each([
    ['moves', async () => turning(2, new BoxGeometry()).document],
    ['has bones', async () => skinnedDocument()],
    ['has morph targets', async () => morphed(3, 16).document],
  ])('has the same animation as the main GLB if it %s', async (_, make) => {
    const { glb, plain } = await write(await make());
    const bytes = plain ?? new Uint8Array();
    await assertValidGlb(bytes);
    expect(extensionsOf(bytes)).toEqual({ used: [], required: [] });
    const [main, made] = [await io.readGlb(glb), await io.readGlb(bytes)];
    const tracks = (document: Document) =>
      document
        .getRoot()
        .listAnimations()
        .flatMap((animation) => animation.listChannels().map((channel) => channel.getTargetPath()));
    expect(tracks(made)).toEqual(tracks(main));
    expect(measure(made).triangles).toBe(measure(main).triangles);
  });

  it('is omitted for a scene without meshes, and for model assets', async () => {
    const builder = new ModelBuilder();
    builder.place('Alone', null);
    expect((await write(builder.document)).plain).toBeNull();
    const model = new ModelBuilder();
    model.place('Box', model.mesh('Box', new BoxGeometry()));
    const { plain } = await writeVariants(model.document, { io, purpose: 'asset' });
    expect(plain).toBeNull();
  });
});
