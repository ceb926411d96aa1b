import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import type { Object3D } from 'three';
import type { FileSet } from '../file-set.ts';
import { LOST_FACES, MORPHS } from '../loss-messages.ts';
import { composeLayers } from './compose-layers.ts';
import { dropFaces } from './drop-faces.ts';
import type { LayerSpecs } from './layer-specs.ts';
import { addNamedLayers, openUsd } from './layers.ts';
import { normalizeSpecs } from './normalize-specs.ts';
import { SceneComposer } from './scene-composer.ts';

/** Default unit of USD: `UsdGeomLinearUnits`, "fallback is centimeters". */
const CENTIMETRE = 0.01;

/** Unsupported prim types with their text in the report. */
const LEFT_OUT: Readonly<Record<string, ImportMessage>> = {
  BlendShape: MORPHS,
  BasisCurves: importMessage('usd.curves'),
  NurbsCurves: importMessage('usd.curves'),
  HermiteCurves: importMessage('usd.curves'),
  NurbsPatch: importMessage('usd.curved-surfaces'),
  Points: importMessage('usd.points'),
  Volume: importMessage('usd.volumes'),
  DomeLight: importMessage('usd.dome-light'),
  DomeLight_1: importMessage('usd.dome-light'),
};

/**
 * Loads USD of any form; the composer applies the stage's up axis.
 * @throws RefusedError for layers that would become too large.
 */
export async function loadUsd(bytes: ArrayBuffer, files: FileSet): Promise<Object3D> {
  const file = openUsd(bytes);
  await addNamedLayers(file, files);
  const specs = composeLayers(file.root, file.layers);
  if (dropFaces(specs)) {
    files.warnings.push(LOST_FACES);
  }
  normalizeSpecs(specs);
  files.dropped.push(...leftOut(specs));
  const composer = new SceneComposer(files.manager);
  files.addPictures(file.pictures);
  const root = composer.compose({ specsByPath: specs });
  await Promise.all(composer.texturePromises);
  files.dropped.push(...composer.lost);
  if (composer.stillCopies.length > 0) {
    files.dropped.push(importMessage('usd.instance-movements'));
  }
  root.scale.setScalar(metresPerUnit(specs));
  return root;
}

function leftOut(specs: LayerSpecs): Set<ImportMessage> {
  const kinds = Object.values(specs).flatMap(({ fields }) => LEFT_OUT[String(fields.typeName)] ?? []);
  return new Set(kinds);
}

/** Metres per unit of a root layer; the composer would use metres as the default. */
export function metresPerUnit(specs: LayerSpecs): number {
  const metres = Number(specs['/']?.fields.metersPerUnit);
  return metres > 0 && Number.isFinite(metres) ? metres : CENTIMETRE;
}
