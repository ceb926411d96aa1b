import type { PageFormat } from '@diorama/shared/domain/formats.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import {
  Group,
  type Material,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  Points,
  PointsMaterial,
  RepeatWrapping,
  type Texture,
} from 'three';
import { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { loadTds } from './3ds/load-tds.ts';
import { load3mf } from './3mf/load-3mf.ts';
import { loadDae } from './dae/load-dae.ts';
import { loadFbx } from './fbx/load-fbx.ts';
import type { FileSet } from './file-set.ts';
import { loadStl } from './load-stl.ts';
import { normalizeMtl } from './obj/normalize-mtl.ts';
import { normalizeObj } from './obj/normalize-obj.ts';
import { decodeFileText } from './parse-text.ts';
import { buildPlyGeometry, type PlyGeometry } from './ply/build-geometry.ts';
import { type PlyElements, readPly } from './ply/read-ply.ts';
import { RefusedError } from './refused-error.ts';
import { fromOlder } from './standard-material.ts';
import { loadUsd } from './usd/load-usd.ts';

/** Properties of a material in a library, by lower-case keys. */
type Info = Readonly<Record<string, unknown>>;

const ROUGHNESS = 'map_pr';

const METALNESS = 'map_pm';

const PBR = ['pr', 'pm', ROUGHNESS, METALNESS];

/** Keys of sheen, clear coat and anisotropy. */
const FURTHER = ['ps', 'pc', 'aniso'];

/** Roughness of sheen as on cloth; the library contains only its intensity. */
const SHEEN_ROUGHNESS = 0.5;

/** Keys of pictures that are left out, which {@link addPbr} reports. */
const FURTHER_PICTURES = ['map_ks', 'map_ns', 'map_ps', 'map_pc', 'map_pcr', 'refl', 'decal'];

const LOST = importMessage('lost.highlight-pictures');

const PICTURE = /^(map_\S+|bump|norm|disp|decal|refl)\s+(.+)$/i;

const FACE = /^f\s+(.+)$/gm;

const LIBRARY = /\.mtl$/i;

/** PLY has no materials, so this is the grey of a scan. */
const PLY_COLOR = 0xcccccc;

const CENTIMETRE = 0.01;
const QUARTER_TURN = Math.PI / 2;

type Loader = (bytes: ArrayBuffer, files: FileSet) => Promise<Object3D>;

const loaders: Record<PageFormat, Loader> = {
  fbx: async (bytes, files) => {
    const root = loadFbx(bytes, files);
    // FBX units are centimetres times a factor that the loader reads but does not apply.
    const factor = Number(root.userData.unitScaleFactor ?? 1);
    const unit = (Number.isFinite(factor) && factor > 0 ? factor : 1) * CENTIMETRE;
    return withAnimations(
      wrap(root, (holder) => holder.scale.setScalar(unit)),
      root,
    );
  },

  obj: loadObj,

  dae: async (bytes, files) => {
    const root = loadDae(decodeFileText(bytes), files);
    return withAnimations(
      wrap(root, () => undefined),
      root,
    );
  },

  '3mf': async (bytes, files) => {
    const { root, metres } = load3mf(bytes, files);
    return wrap(root, (holder) => holder.rotateX(-QUARTER_TURN).scale.setScalar(metres));
  },

  ply: async (bytes, files) => loadPly(bytes, files),

  usda: openUsd,
  usdc: openUsd,
  usdz: openUsd,

  stl: async (bytes, files) => loadStl(bytes, files),

  // The loader keeps the Z-up axes of 3D Studio.
  '3ds': async (bytes, files) => {
    const root = loadTds(bytes, files);
    return withAnimations(
      wrap(root, (holder) => holder.rotateX(-QUARTER_TURN)),
      root,
    );
  },
};

/** Loads a file; pictures may still be loading afterwards. @throws any error of the loader. */
export async function loadModel(format: PageFormat, bytes: ArrayBuffer, files: FileSet): Promise<Object3D> {
  return await loaders[format](bytes, files);
}

async function openUsd(bytes: ArrayBuffer, files: FileSet): Promise<Object3D> {
  const root = await loadUsd(bytes, files);
  return withAnimations(
    wrap(root, () => undefined),
    root,
  );
}

function wrap(root: Object3D, place: (holder: Group) => unknown): Group {
  const holder = new Group();
  holder.name = 'Model';
  place(holder);
  return holder.add(root);
}

function withAnimations(holder: Object3D, root: Object3D): Object3D {
  holder.animations = root.animations;
  return holder;
}

/**
 * Loads a PLY: a mesh if it has faces or strips, points otherwise.
 * @throws {@link RefusedError} for files that declare more than they contain.
 */
export function loadPly(bytes: ArrayBuffer, files: FileSet): Object3D {
  const { elements, picture } = readPly(bytes);
  const built = buildPlyGeometry(elements);
  const object = build(elements, { ...built, picture }, files);
  object.position.fromArray(built.offset ?? [0, 0, 0]);
  return object;
}

function build(
  elements: readonly PlyElements[],
  { geometry, triangles, hasLostFaces, picture }: PlyGeometry & { picture: string | null },
  files: FileSet,
): Object3D {
  const isSurface = elements.some(
    ({ name, declared }) => (name === 'face' || name === 'tristrips') && declared > 0,
  );
  const isCut = elements.some(({ name, declared, count }) => name === 'vertex' && count < declared);
  if (isCut || !geometry.hasAttribute('position') || (isSurface && triangles === 0)) {
    throw new RefusedError(importMessage('damaged.ends-before-content'));
  }
  if (hasLostFaces) {
    files.warnings.push(importMessage('lost.broken-faces'));
  }
  const hasColors = geometry.hasAttribute('color');
  const transparent = hasColors && geometry.getAttribute('color').itemSize === 4;
  if (!isSurface) {
    return new Points(geometry, new PointsMaterial({ vertexColors: hasColors, transparent }));
  }
  if (!geometry.hasAttribute('normal')) {
    geometry.computeVertexNormals();
  }
  const map = picture !== null && geometry.hasAttribute('uv') ? files.picture(picture) : null;
  const color = hasColors || map ? 0xffffff : PLY_COLOR;
  return new Mesh(
    geometry,
    new MeshStandardMaterial({ color, map, roughness: 0.8, vertexColors: hasColors, transparent }),
  );
}

/** Loads an OBJ with its material libraries. */
async function loadObj(bytes: ArrayBuffer, files: FileSet): Promise<Object3D> {
  const { text, warnings, dropped, offset } = normalizeObj(decodeFileText(bytes));
  files.warnings.push(...warnings);
  files.dropped.push(...dropped);
  const names = [...text.matchAll(/^mtllib\s+(.+)$/gm)].flatMap(([, named = '']) =>
    findLibraries(named, files),
  );
  const libraries = await Promise.all(
    [...new Set(names)].map(async (name) => decodeFileText(await files.read(name))),
  );
  files.contents = { pictures: picturesIn(libraries.map(normalizeMtl), text), triangles: trianglesIn(text) };
  const loader = new OBJLoader(files.manager);
  if (libraries.length > 0) {
    loader.setMaterials(readLibraries(libraries, files));
  }
  const root = loader.parse(text);
  root.position.fromArray(offset ?? [0, 0, 0]);
  return root;
}

/**
 * Finds one name that may contain spaces, or several separated by spaces, before a comment. Backslashes escape spaces. A
 * single uploaded library matches any name.
 */
function findLibraries(named: string, files: FileSet): string[] {
  const whole = named.replace(/^"(.*)"$/, '$1');
  const plain = whole.replace(/\s+#.*$/, '').trim();
  const separate = plain.split(/(?<!\\)\s+/).map((name) => name.replace(/\\(?=\s)/g, ''));
  const one = [whole, plain].find((name) => files.has(name));
  const found = one === undefined ? separate.filter((name) => files.has(name)) : [one];
  const lone = found.length === 0 ? files.lone(LIBRARY) : undefined;
  return [...(found.length > 0 ? found : [lone ?? whole])].flatMap((name) => files.find(name) ?? []);
}

function readLibraries(libraries: readonly string[], files: FileSet): MTLLoader.MaterialCreator {
  const creator = new MTLLoader(files.manager).parse(libraries.map(normalizeMtl).join('\n'), '');
  creator.preload();
  files.dropped.push(...addPbr(creator));
  return creator;
}

/** Pictures to be shown of the materials that the faces of an OBJ use, in tidied libraries. */
function picturesIn(libraries: readonly string[], obj: string): string[] {
  const used = new Set([...obj.matchAll(/^usemtl\s+(.+)$/gm)].map(([, name = '']) => name.trim()));
  return libraries.flatMap((library) => {
    let isUsed = false;
    return library.split('\n').flatMap((line) => {
      const [, material] = /^newmtl\s+(.+)$/.exec(line) ?? [];
      isUsed = material === undefined ? isUsed : used.has(material.trim());
      const [, kind = '', rest = ''] = PICTURE.exec(line) ?? [];
      const isShown = isUsed && !FURTHER_PICTURES.includes(kind.toLowerCase());
      return isShown && rest !== '' ? [nameIn(rest)] : [];
    });
  });
}

/** Triangles of the faces of a tidied OBJ. */
function trianglesIn(obj: string): number {
  let triangles = 0;
  for (const [, corners = ''] of obj.matchAll(FACE)) {
    triangles += Math.max(0, corners.trim().split(/\s+/).length - 2);
  }
  return triangles;
}

/** The file behind the options of a picture. */
function nameIn(rest: string): string {
  return rest.replace(/^(-\S+(\s+(?:on|off|sphere|cube_\w+|[-+.\d]\S*|[rgbmlz]))*\s+)+/i, '').trim();
}

/**
 * Adds roughness, metalness, sheen and clear coat of a library's materials, which three.js' loader ignores, in place.
 * @returns the dropped features, for the import's report.
 */
function addPbr(creator: MTLLoader.MaterialCreator): ImportMessage[] {
  const lost = new Set<ImportMessage>();
  for (const [name, material] of Object.entries(creator.materials)) {
    const info: Info = { ...creator.materialsInfo[name] };
    if (FURTHER_PICTURES.some((key) => info[key])) {
      lost.add(LOST);
    }
    if (PBR.some((key) => info[key]) || isFurther(info)) {
      creator.materials[name] = pbrMaterial(material, info, (key) => pictureOf(creator, info[key]));
    }
  }
  return [...lost];
}

function pbrMaterial(material: Material, info: Info, pictureAt: (key: string) => Texture | null): Material {
  const older = fromOlder(material);
  const standard = isFurther(info) ? furtherOf(older, info) : older;
  standard.roughnessMap = pictureAt(ROUGHNESS);
  standard.metalnessMap = pictureAt(METALNESS);
  // A map replaces the value, so the factor is 1.
  standard.roughness = standard.roughnessMap ? 1 : shareOf(info.pr, standard.roughness);
  standard.metalness = standard.metalnessMap ? 1 : shareOf(info.pm, 0);
  return standard;
}

function isFurther(info: Info): boolean {
  return FURTHER.some((key) => Number.parseFloat(String(info[key])) > 0);
}

function furtherOf(older: MeshStandardMaterial, info: Info): MeshPhysicalMaterial {
  const physical = new MeshPhysicalMaterial();
  MeshStandardMaterial.prototype.copy.call(physical, older);
  physical.clearcoat = shareOf(info.pc, 0);
  physical.clearcoatRoughness = shareOf(info.pcr, 0);
  const sheen = shareOf(info.ps, 0);
  physical.sheen = sheen > 0 ? 1 : 0;
  physical.sheenColor.setScalar(sheen);
  physical.sheenRoughness = SHEEN_ROUGHNESS;
  physical.anisotropy = shareOf(info.aniso, 0);
  physical.anisotropyRotation = shareOf(info.anisor, 0) * Math.PI * 2;
  return physical;
}

function shareOf(value: unknown, otherwise: number): number {
  const share = Number.parseFloat(String(value));
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : otherwise;
}

/** Loads a picture like the loader does for the keys that it supports. */
function pictureOf(creator: MTLLoader.MaterialCreator, value: unknown): Texture | null {
  if (typeof value !== 'string' || value === '') {
    return null;
  }
  const { url, scale, offset } = creator.getTextureParams(value, {});
  const texture = creator.loadTexture(url);
  texture.repeat.copy(scale);
  texture.offset.copy(offset);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  return texture;
}
