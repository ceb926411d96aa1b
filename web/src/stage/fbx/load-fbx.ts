import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { Group, Line, LineBasicMaterial, Matrix4, Mesh, type Object3D, Vector3 } from 'three';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import type { FileSet } from '../file-set.ts';
import { MORPHS } from '../loss-messages.ts';
import { decodeFileText } from '../parse-text.ts';
import { RefusedError } from '../refused-error.ts';
import type { SourceContents } from '../source-contents.ts';
import { finishBlendShapes, prepareBlendShapes } from './blend-shapes.ts';
import { isFromBlender } from './blender-materials.ts';
import { cleanFbx } from './clean-fbx.ts';
import { contentsOfFbx, hasOldShapes } from './contents.ts';
import { moveFarGeometries, placeFarModels } from './far-geometries.ts';
import {
  copyOf,
  type FbxGraph,
  freeIds,
  graphOf,
  holdingLink,
  idValue,
  linksOf,
  numbersOf,
  objectsOf,
  propertyOf,
  removeLinks,
} from './fbx-graph.ts';
import { childOf, type FbxFile, type FbxNode, textAt } from './fbx-node.ts';
import { findHiddenModels, removeHiddenModels, replaceByPlace } from './hidden-models.ts';
import { applyPbrMaterials, preparePbrMaterials } from './pbr-materials.ts';
import { isBinaryFbx, readBinaryFbx } from './read-binary.ts';
import { readTextFbx } from './read-text.ts';
import { splitPolygons } from './split-polygons.ts';
import { bindUnweightedVertices, dropBonelessClusters } from './unweighted-vertices.ts';
import { writeBinaryFbx } from './write-binary.ts';

/** Settings of a file's axes, with those of Y up, Z to the viewer and X to the right. */
const DEFAULTS = { CoordAxis: 0, UpAxis: 1, FrontAxis: 2 } as const;

const UP_AXIS = 'UpAxis';

const [Y, Z] = [1, 2];

const GEOMETRIC = ['GeometricTranslation', 'GeometricRotation', 'GeometricScaling'];

/** Colour of curves, which have none in a file. */
const GREY = 0x808080;

const OLDEST = { binary: 6400, text: 7000 } as const;

/** Object kinds that are dropped until a file loads, in order of importance, the least important first. */
const EXPENDABLE = [
  { line: importMessage('lost.animations'), kinds: /^Animation/ },
  { line: importMessage('lost.cameras-and-lights'), kinds: /^NodeAttribute$/ },
  {
    line: importMessage('lost.curves'),
    kinds: /^Geometry\0(NurbsCurve|NurbsSurface|Line|TrimNurbsSurface|Boundary)$/,
  },
  { line: importMessage('lost.skins-and-morph-targets'), kinds: /^(Deformer|Pose|Geometry\0Shape)$/ },
  { line: importMessage('lost.materials-and-pictures'), kinds: /^(Material|Texture|LayeredTexture|Video)$/ },
] as const;

/**
 * Loads FBX of either form. The file is read and cleaned here, and passed to three.js' loader in the binary form, which
 * it reads best. Kinds of objects that it fails on are dropped and reported, except geometry.
 * @throws {@link RefusedError} for versions that are too old and for files without a model.
 */
export function loadFbx(bytes: ArrayBuffer, files: FileSet): Object3D {
  const file = read(bytes);
  if (file.nodes.length === 0) {
    throw new RefusedError(importMessage('fbx.nothing-follows'));
  }
  if (!file.nodes.some(({ name }) => name === 'Objects')) {
    throw new RefusedError(importMessage('fbx.no-objects'));
  }
  assertShapes(file);
  const axes = takeAxes(file);
  const prepared = prepare(file, files);
  files.dropped.push(...cleanFbx(file));
  const graph = graphOf(file);
  files.contents = graph && prepared ? contentsOf(graph, prepared) : {};
  files.dropped.push(...(graph && hasOldShapes(graph) ? [MORPHS] : []));
  const attempts = [[], ...EXPENDABLE.map((part) => [part]), [...EXPENDABLE]];
  let failure: unknown;
  for (const without of attempts) {
    try {
      const left = leaveOut(file, without);
      cleanFbx(left);
      const root = new FBXLoader(files.manager).parse(writeBinaryFbx(left), '');
      files.dropped.push(...finish(root, prepared));
      files.dropped.push(...without.map(({ line }) => line));
      return turnAxes(root, axes);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function contentsOf(
  graph: FbxGraph,
  { materials, models }: NonNullable<ReturnType<typeof prepare>>,
): SourceContents {
  const contents = contentsOfFbx(graph, models);
  // Preparation renames materials while the file is loaded.
  return { ...contents, materials: contents.materials?.map((name) => materials.get(name)?.name ?? name) };
}

/** @throws {@link RefusedError} for a file without a mesh; the message describes its objects. */
function assertShapes(file: FbxFile): void {
  const objects = file.nodes.find(({ name }) => name === 'Objects')?.children ?? [];
  const kinds = new Set(objects.map((node) => `${node.name} ${textAt(node, 2)}`));
  if (kinds.has('Geometry Mesh') || kinds.has('Geometry NurbsCurve') || kinds.has('Geometry Line')) {
    return;
  }
  if (['NurbsSurface', 'TrimNurbsSurface', 'Patch'].some((kind) => kinds.has(`Geometry ${kind}`))) {
    throw new RefusedError(importMessage('fbx.only-nurbs'));
  }
  if (kinds.has('Model LimbNode') || kinds.has('Model Root')) {
    throw new RefusedError(importMessage('fbx.only-bones'));
  }
}

/** Converts features that three.js' loader ignores into ones that it reads, in place. */
function prepare(file: FbxFile, { dropped, warnings }: Pick<FileSet, 'dropped' | 'warnings'>) {
  const graph = graphOf(file);
  if (!graph) {
    return null;
  }
  const materials = preparePbrMaterials(graph, { isBlender: isFromBlender(file), dropped });
  const weights = prepareBlendShapes(graph);
  dropped.push(...joinAnimationLayers(graph));
  copySharedGeometry(graph);
  dropped.push(...splitPolygons(graph));
  dropped.push(...dropBonelessClusters(graph));
  warnings.push(...bindUnweightedVertices(graph));
  return { materials, weights, models: findHiddenModels(graph), offsets: moveFarGeometries(graph) };
}

/** Completes the loader's result for a prepared file. @returns the dropped features. */
function finish(root: Object3D, prepared: ReturnType<typeof prepare>): ImportMessage[] {
  if (!prepared) {
    return [];
  }
  placeFarModels(root, prepared.offsets);
  applyPbrMaterials(root, prepared.materials);
  finishBlendShapes(root, prepared.weights);
  return [...removeHiddenModels(root, prepared.models), ...removeCurves(root)];
}

function read(bytes: ArrayBuffer): FbxFile {
  const all = new Uint8Array(bytes);
  const isBinary = isBinaryFbx(all);
  const file = isBinary ? readBinaryFbx(all) : readTextFbx(decodeFileText(bytes));
  if (file.version < OLDEST[isBinary ? 'binary' : 'text']) {
    const version = `${Math.floor(file.version / 1000)}.${Math.floor(file.version / 100) % 10}`;
    throw new RefusedError(importMessage('fbx.too-old', { version: `${version}` }));
  }
  return file;
}

/** Returns the file without objects of some kinds. */
function leaveOut(file: FbxFile, without: readonly { kinds: RegExp }[]): FbxFile {
  const isKept = (node: FbxNode) => {
    const value = node.values[2];
    const kind = value?.kind === 'text' ? `${node.name}\0${value.value}` : node.name;
    return !without.some(({ kinds }) => kinds.test(node.name) || kinds.test(kind));
  };
  // Cleaning changes the type of a model, which must not affect the next try.
  const copy = (node: FbxNode) => (node.name === 'Model' ? { ...node, values: [...node.values] } : node);
  const nodes = file.nodes.map((node) =>
    node.name === 'Objects'
      ? { ...node, children: node.children.filter(isKept).map(copy) }
      : { ...node, children: [...node.children] },
  );
  return { ...file, nodes };
}

/**
 * Removes curves of a model that has meshes, in place: they are the controls of a rig, or paths.
 * The curves of a file without meshes stay.
 * @returns removed features, for the import's report.
 */
function removeCurves(root: Object3D): ImportMessage[] {
  const curves: Line[] = [];
  let hasMesh = false;
  root.traverse((object) => {
    hasMesh ||= object instanceof Mesh;
    if (object instanceof Line) {
      curves.push(object);
    }
  });
  for (const curve of curves) {
    if (hasMesh) {
      replaceByPlace(curve);
    } else {
      curve.material = new LineBasicMaterial({ color: GREY });
    }
  }
  return hasMesh && curves.length > 0 ? [importMessage('fbx.curves', { count: curves.length })] : [];
}

/**
 * Copies geometries of models with different geometric transforms, in place: three.js' loader applies only the
 * transform of the first model.
 */
function copySharedGeometry(graph: FbxGraph): void {
  const links = linksOf(graph);
  const models = objectsOf(graph, 'Model');
  const geometries = objectsOf(graph, 'Geometry');
  const isDeformed = new Set(links.filter(({ to }) => geometries.has(to)).map(({ to }) => to));
  const nextId = freeIds(links);
  const uses = links.filter(
    ({ from, to }) => geometries.has(from) && models.has(to) && !isDeformed.has(from),
  );
  for (const [id, shared] of Map.groupBy(uses, ({ from }) => from)) {
    const geometry = geometries.get(id);
    if (!geometry) {
      continue;
    }
    const byTransform = [...Map.groupBy(shared, ({ to }) => transformOf(models.get(to))).values()];
    for (const others of byTransform.slice(1)) {
      const copyId = nextId();
      graph.objects.children.push(copyOf(geometry, copyId));
      for (const { node, to } of others) {
        node.values = holdingLink(copyId, to).values;
      }
    }
  }
}

function transformOf(model: FbxNode | undefined): string {
  return JSON.stringify(GEOMETRIC.map((name) => model && propertyOf(model, name)));
}

/**
 * Merges the layers of each animation into the first one, in place, because three.js' loader reads no other. Curves of
 * a property that a lower layer already animates are dropped.
 * @returns the dropped features, for the import's report.
 */
function joinAnimationLayers(graph: FbxGraph): ImportMessage[] {
  const links = linksOf(graph);
  const stacks = objectsOf(graph, 'AnimationStack');
  const layers = objectsOf(graph, 'AnimationLayer');
  const curveNodes = objectsOf(graph, 'AnimationCurveNode');
  const targets = new Map(
    links
      .filter(({ from, relation }) => curveNodes.has(from) && relation !== '')
      .map(({ from, to, relation }) => [from, `${to} ${relation}`]),
  );
  const curves = objectsOf(graph, 'AnimationCurve');
  const animated = new Set(
    links.filter(({ from, to }) => curves.has(from) && curveNodes.has(to)).map(({ to }) => to),
  );
  const gone = new Set<FbxNode>();
  let lost = 0;
  for (const id of stacks.keys()) {
    const [first, ...others] = links.filter(({ from, to }) => to === id && layers.has(from));
    const held = (layer: number) => links.filter(({ from, to }) => to === layer && animated.has(from));
    const moved = new Set(first && held(first.from).map(({ from }) => targets.get(from)));
    for (const layer of first ? others : []) {
      gone.add(layer.node);
      for (const { from, node } of held(layer.from)) {
        const target = targets.get(from);
        if (moved.has(target)) {
          gone.add(node);
          lost += 1;
        } else {
          moved.add(target);
          node.values[2] = idValue(first?.from ?? 0);
        }
      }
    }
  }
  removeLinks(graph, gone);
  return lost > 0 ? [importMessage('fbx.animation-layers', { count: lost })] : [];
}

/**
 * Takes the axes out of a file, in place. three.js' loader knows only Y and Z up.
 * In a file with a single root, it replaces the rotation of that root.
 * @returns the turn to Y up, which mirrors files with left-handed axes; null where nothing turns.
 */
function takeAxes(file: FbxFile): Matrix4 | null {
  const settings = file.nodes.find(({ name }) => name === 'GlobalSettings');
  const properties = childOf(settings, 'Properties70')?.children ?? [];
  const matrix = matrixOf(properties);
  for (const property of properties.filter((one) => textAt(one, 0) === UP_AXIS)) {
    property.values[4] = { kind: 'int', value: Y };
  }
  return matrix.equals(new Matrix4()) ? null : matrix;
}

/** Turns a loaded model, whose root keeps its transform and its animation. */
function turnAxes(root: Object3D, axes: Matrix4 | null): Object3D {
  if (!axes) {
    return root;
  }
  const turned = new Group().add(root);
  turned.applyMatrix4(axes);
  turned.userData = root.userData;
  turned.animations = root.animations;
  return turned;
}

function matrixOf(properties: readonly FbxNode[]): Matrix4 {
  const read = (name: string): number | undefined => {
    const property = properties.find((one) => textAt(one, 0) === name);
    return property && numbersOf(property)[0];
  };
  const [right, up, front] = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const axis = read(name) ?? fallback;
    const vector = new Vector3();
    return axis === 0 || axis === Y || axis === Z
      ? vector.setComponent(axis, (read(`${name}Sign`) ?? 1) < 0 ? -1 : 1)
      : vector;
  });
  // The rows of the matrix are the axes of the file.
  const matrix = right && up && front ? new Matrix4().makeBasis(right, up, front).transpose() : new Matrix4();
  if (Math.abs(matrix.determinant()) === 1) {
    return matrix;
  }
  return read(UP_AXIS) === Z ? new Matrix4().makeRotationX(-Math.PI / 2) : new Matrix4();
}
