import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import type { Object3D } from 'three';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import type { FileSet } from '../file-set.ts';
import { MORPHS } from '../lost-morphs.ts';
import { RefusedError } from '../refused-error.ts';
import type { SourceContents } from '../source-contents.ts';
import { textOf } from '../text-of.ts';
import { joinAnimationLayers } from './animation-layers.ts';
import { takeAxes, turnAxes } from './axes.ts';
import { finishBlendShapes, prepareBlendShapes } from './blend-shapes.ts';
import { cleanFbx } from './clean-fbx.ts';
import { contentsOfFbx, hasOldShapes } from './contents.ts';
import { moveFarGeometries, placeFarModels } from './far-geometries.ts';
import { type FbxGraph, graphOf } from './fbx-graph.ts';
import { type FbxFile, type FbxNode, textAt } from './fbx-node.ts';
import { findHiddenModels, removeHiddenModels } from './hidden-models.ts';
import { applyPbrMaterials, preparePbrMaterials } from './pbr-materials.ts';
import { isBinaryFbx, readBinaryFbx } from './read-binary.ts';
import { readTextFbx } from './read-text.ts';
import { removeCurves } from './remove-curves.ts';
import { copySharedGeometry } from './share-geometry.ts';
import { splitPolygons } from './split-polygons.ts';
import { bindUnweightedVertices, dropBonelessClusters } from './unweighted-vertices.ts';
import { writeBinaryFbx } from './write-binary.ts';

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
  const prepared = prepare(file, files.dropped);
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
  return {
    ...contents,
    materials: contents.materials?.map((name) => materials.get(name)?.name ?? name),
  };
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
function prepare(file: FbxFile, dropped: ImportMessage[]) {
  const graph = graphOf(file);
  const materials = preparePbrMaterials(file, dropped);
  if (!graph) {
    return null;
  }
  const weights = prepareBlendShapes(graph);
  dropped.push(...joinAnimationLayers(graph));
  copySharedGeometry(graph);
  dropped.push(...splitPolygons(graph));
  dropped.push(...dropBonelessClusters(graph));
  bindUnweightedVertices(graph);
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
  const file = isBinary ? readBinaryFbx(all) : readTextFbx(textOf(bytes));
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
