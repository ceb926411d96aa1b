import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { formatAt } from '@diorama/shared/domain/formats.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { leftOutViews } from '@diorama/shared/domain/report-lines.ts';
import type { StageConvertRequest } from '@diorama/shared/domain/stage-protocol.ts';
import {
  AmbientLight,
  BufferGeometry,
  Camera,
  Light,
  Line,
  type Material,
  Mesh,
  Object3D,
  Points,
  SkinnedMesh,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { FileSet } from './file-set.ts';
import { loadModel } from './load-model.ts';
import { RefusedError } from './refused-error.ts';
import { countGlb, countModel, exportLosses, shownPictures, sourceLosses } from './source-contents.ts';
import { toStandard } from './standard-material.ts';

type Conversion =
  | { kind: 'converted'; glb: Uint8Array<ArrayBuffer>; report: Partial<ImportReport> }
  | { kind: 'refused'; reason: ImportMessage; detail?: string };

/** Loads a file with three.js' loaders and exports it as GLB, in metres with Y up. */
export async function convertModel(request: StageConvertRequest): Promise<Conversion> {
  const files = new FileSet(request.files, request.main);
  try {
    const model = await loadModel(request.format, await files.read(request.main), files);
    await files.settled();
    if (!hasVertices(model)) {
      return { kind: 'refused', reason: importMessage('damaged.nothing-to-draw') };
    }
    assertCorners(model);
    const shown = shownPictures(model);
    files.dropped.push(...convertMaterials(model), ...leaveOutViews(model));
    files.dropped.push(...sourceLosses(files, { model, shown }));
    const exported = await new GLTFExporter().parseAsync(model, {
      binary: true,
      animations: model.animations,
      onlyVisible: false,
    });
    if (!(exported instanceof ArrayBuffer)) {
      throw new Error('The exporter wrote text');
    }
    files.dropped.push(
      ...exportLosses(countModel(model), { after: countGlb(exported), notes: files.dropped }),
    );
    const { missing, dropped, warnings } = files;
    const report = { missing, dropped, warnings };
    return { kind: 'converted', glb: new Uint8Array(exported), report };
  } catch (error) {
    if (error instanceof RefusedError) {
      return { kind: 'refused', reason: error.reason };
    }
    // Loaders throw arbitrary errors of their parsers, whose messages help developers only.
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const { label } = formatAt(request.format);
    return { kind: 'refused', reason: importMessage('damaged.format', { format: label }), detail };
  } finally {
    files.dispose();
  }
}

function hasVertices(root: Object3D): boolean {
  let vertices = 0;
  root.traverse((object) => {
    if (object instanceof Mesh || object instanceof Points || object instanceof Line) {
      const positions = object.geometry.getAttribute('position');
      vertices += positions && Number.isFinite(positions.getX(0)) ? positions.count : 0;
    }
  });
  return vertices > 0;
}

/** @throws {@link RefusedError} for faces with missing vertices. */
function assertCorners(root: Object3D): void {
  root.traverse((object) => {
    if (!(object instanceof Mesh) || !(object.geometry instanceof BufferGeometry)) {
      return;
    }
    const { index } = object.geometry;
    const corners = object.geometry.getAttribute('position').count;
    if (index?.array.some((corner) => !(corner >= 0 && corner < corners))) {
      throw new RefusedError(importMessage('damaged.missing-corners'));
    }
  });
}

/**
 * Converts the materials, one glTF material per source material, however many meshes share it.
 * @returns the unsupported features.
 */
function convertMaterials(root: Object3D): Set<ImportMessage> {
  const lost = new Set<ImportMessage>();
  const made = new Map<Material, Material>();
  const convert = (material: Material) => {
    const known = made.get(material) ?? toStandard(material, lost);
    made.set(material, known);
    return known;
  };
  root.traverse((object) => {
    if (object instanceof Mesh) {
      object.material = Array.isArray(object.material)
        ? object.material.map(convert)
        : convert(object.material);
    }
    if (object instanceof SkinnedMesh) {
      object.normalizeSkinWeights();
    }
  });
  return lost;
}

/**
 * Puts a plain place where a camera or light stands, in place. What they hold stays, and moves as before.
 * @returns lines for the import's report.
 */
function leaveOutViews(root: Object3D): ImportMessage[] {
  const found: Object3D[] = [];
  root.traverse((object) => {
    if (object instanceof Camera || object instanceof Light) {
      found.push(object);
    }
  });
  for (const object of found) {
    const place = new Object3D();
    place.name = object.name;
    // Animations find it by this.
    place.uuid = object.uuid;
    place.userData = object.userData;
    place.applyMatrix4(object.matrix.compose(object.position, object.quaternion, object.scale));
    // A spotlight's target is its child as well.
    place.add(...object.children);
    object.parent?.add(place);
    object.removeFromParent();
  }
  const cameras = found.filter((object) => object instanceof Camera).length;
  // Ambient light has no place in a model; loaders make some of it up.
  const lights = found.filter(
    (object) => object instanceof Light && !(object instanceof AmbientLight),
  ).length;
  return leftOutViews({ cameras, lights });
}
