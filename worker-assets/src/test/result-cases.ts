import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { type FileFormat, FORMATS, formatAt } from '@diorama/shared/domain/formats.ts';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { strToU8 } from 'fflate';
import { createGltfIo } from '../output/gltf-io.ts';
import { movingTds } from './3ds-files.ts';
import { fbxPivot, fbxText } from './fbx-files.ts';
import type { Opened } from './foreign-importer.ts';
import { gltfWithBuffer, gltfWithPicture, TRIANGLE } from './hostile-files.ts';
import { movingDae, movingUsd, skinnedDae, skinnedUsd } from './moving-files.ts';
import { daeText, plyText, printFile, usdArchive, usdText } from './other-format-files.ts';
import { animatedDocument, morphedDocument, solidPng } from './sample-documents.ts';
import { samplesDir } from './samples.ts';
import { skinned } from './size-corpus/moving.ts';

/** A file with a documented result in `docs/formats.md`. */
export type ResultCase = {
  name: string;
  /** The feature that it demonstrates. */
  shows: string;
  /** Whether it is one of the samples, which are not in the repository. */
  isSample: boolean;
  files: () => Promise<Record<string, Uint8Array>>;
};

const made = (name: string, shows: string, files: ResultCase['files']): ResultCase => ({
  name,
  shows,
  isSample: false,
  files,
});
const sample = (folder: string, name: string, shows: string): ResultCase => ({
  name: `${folder}/${name}`,
  shows,
  isSample: true,
  files: () => sampleFiles(folder, name),
});

const HINGE =
  '<node id="Door"><translate>10 0 0</translate><translate>1 0 0</translate><rotate>0 0 1 90</rotate><translate>-1 0 0</translate><instance_geometry url="#flag"/></node>';

/** Samples first, then generated files, in the order of the table. */
export const RESULT_CASES: readonly ResultCase[] = [
  sample('glb', 'BoxTextured.glb', 'embedded texture'),
  sample('glb', '2CylinderEngine.glb', 'many parts'),
  sample('fbx', 'animation_with_skeleton.fbx', 'bones, clip, own unit'),
  sample('fbx', 'box_embedded_texture.fbx', 'embedded texture, metres'),
  sample('fbx', 'global_settings.fbx', 'centimetres'),
  sample('obj', 'spider.obj', 'external textures, MTL'),
  sample('stl', 'Spider_ascii.stl', 'text'),
  sample('stl', 'Spider_binary.stl', 'binary'),
  sample('3ds', 'cube_with_diffuse_texture.3DS', 'external texture'),
  sample('3ds', 'fels.3ds', 'Z up'),
  made('external.gltf', 'external buffer', async () => ({
    'external.gltf': gltfWithBuffer('triangle.bin'),
    'triangle.bin': TRIANGLE,
  })),
  made('picture.gltf', 'external texture', async () => ({
    'picture.gltf': gltfWithPicture('maps/wood.png'),
    'maps/wood.png': await solidPng(16, '#aa7744'),
  })),
  made('moving.glb', 'a clip', async () => ({ 'moving.glb': await glbOfDocument(animatedDocument()) })),
  made('tentacle.glb', 'sixty bones, four weights a corner', async () => ({
    'tentacle.glb': await glbOfDocument((await skinned(60, 12)).document),
  })),
  made('wave.glb', 'morph targets', async () => ({ 'wave.glb': await glbOfDocument(morphedDocument()) })),
  made('hinge.fbx', 'pivot, text', async () => ({ 'hinge.fbx': fbxText({ placing: fbxPivot(100, 90) }) })),
  made('door.3ds', 'movement', async () => ({ 'door.3ds': movingTds() })),
  made('flag.dae', 'inches, Z up', async () => ({
    'flag.dae': daeText({ unit: '<unit name="inch" meter="0.0254"/>', up: 'Z_UP' }),
  })),
  made('hinge.dae', 'pivot', async () => ({ 'hinge.dae': daeText({ nodes: HINGE }) })),
  made('picture.dae', 'external texture', async () => ({
    'picture.dae': daeText({ image: '../maps/wood.png' }),
    'maps/wood.png': await solidPng(16, '#aa7744'),
  })),
  made('slide.dae', 'movement', async () => ({ 'slide.dae': movingDae() })),
  made('bend.dae', 'two bones, clip, morph target', async () => ({
    'bend.dae': skinnedDae({ morph: true }),
  })),
  made('part.3mf', 'millimetres, colour', async () => ({ 'part.3mf': printFile() })),
  made('inches.3mf', 'inches', async () => ({ 'inches.3mf': printFile({ unit: 'inch' }) })),
  made('scan.ply', 'vertex colours', async () => ({ 'scan.ply': plyText() })),
  made('cloud.ply', 'points', async () => ({ 'cloud.ply': plyText({ faces: [] }) })),
  made('flag.usda', 'centimetres, Z up', async () => ({
    'flag.usda': usdText({ head: 'metersPerUnit = 0.01\nupAxis = "Z"' }),
  })),
  made('slide.usda', 'movement', async () => ({ 'slide.usda': movingUsd() })),
  made('bend.usda', 'two bones, clip', async () => ({ 'bend.usda': skinnedUsd() })),
  made('flag.usdz', 'embedded texture', async () => ({
    'flag.usdz': usdArchive({
      'scene.usda': usdText({ picture: 'maps/wood.png' }),
      'maps/wood.png': await solidPng(16, '#aa7744'),
    }),
  })),
  made('lonely.obj', 'texture that is missing', async () => ({
    'lonely.obj': strToU8('mtllib lonely.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n'),
    'lonely.mtl': strToU8('newmtl a\nmap_Kd wood.png\n'),
  })),
];

export const RESULT_HEAD = [
  '| file | shows | triangles | size in m | materials | textures | bones | morph targets | clips | report |',
  '| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |',
];

/** The table row for an import result. */
export function resultLine({ name, shows }: ResultCase, { description, document, report }: Opened): string {
  const { min, max } = description.bounds;
  const size = max.map((value, i) => Number((value - (min[i] ?? 0)).toPrecision(3))).map(millionths);
  const root = document.getRoot();
  const meshes = root.listMeshes();
  const targets = meshes.map((mesh) => mesh.listPrimitives()[0]?.listTargets().length ?? 0);
  const { converted, resized, merged, dropped, missing, warnings } = report;
  const lines = (messages: ImportReport['dropped']) =>
    inEnglish(messages).map((line) => line.replace(/\.$/, ''));
  const said = [
    ...lines([...converted, ...resized, ...merged, ...dropped]),
    ...missing.map((name) => `missing: ${name}`),
    ...lines(warnings),
  ];
  const cells = [
    `\`${name}\``,
    shows,
    description.triangles,
    size.join(' × '),
    description.slots.length,
    root.listTextures().length,
    Math.max(0, ...root.listSkins().map((skin) => skin.listJoints().length)),
    Math.max(0, ...targets),
    description.animations.length,
    said.join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Rounds away floating-point errors, which differ between processors. */
function millionths(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The table of formats of the page, generated from the format definitions. */
export function formatLines(): string[] {
  const head = ['| format | ends in | taken as |', '| --- | --- | --- |'];
  const names = {
    model: 'model',
    image: 'picture',
    texture: 'texture',
    mark: 'mark',
    sky: 'sky',
    font: 'font',
    sound: 'sound',
  };
  // `Object.keys` loses the type of the table's keys.
  const formats = Object.keys(FORMATS) as FileFormat[];
  const lines = formats.map((format) => {
    const { label, extensions, uses } = formatAt(format);
    const endings = extensions.map((extension) => `.${extension}`).join(', ');
    return `| ${label} | ${endings} | ${uses.map((use) => names[use]).join(', ')} |`;
  });
  return [...head, ...lines];
}

/** A sample with the textures that it references. */
async function sampleFiles(folder: string, name: string): Promise<Record<string, Uint8Array>> {
  const read = async (file: string) => new Uint8Array(await readFile(join(samplesDir, folder, file)));
  const hasCompany = folder === 'obj' || folder === '3ds';
  const others = hasCompany ? await readdir(join(samplesDir, folder)) : [];
  const beside = others.filter((file) => !/\.(obj|3ds)$/i.test(file));
  return Object.fromEntries(
    await Promise.all([name, ...beside].map(async (file) => [file, await read(file)])),
  );
}

async function glbOfDocument(document: Parameters<Awaited<ReturnType<typeof createGltfIo>>['writeGlb']>[0]) {
  return await (await createGltfIo()).writeGlb(document);
}
