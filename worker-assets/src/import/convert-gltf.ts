import { readFile } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type { Offset } from '@diorama/shared/domain/far-offset.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { lostPicturesOf } from '@diorama/shared/domain/report-lines.ts';
import type { Document, Mesh } from '@gltf-transform/core';
import { metalRough } from '@gltf-transform/functions';
import type { LostTextures } from '../output/compress-textures.ts';
import { type GltfIo, type GltfJson, KNOWN_EXTENSIONS } from '../output/gltf-io.ts';
import { leaveOutTexture } from '../output/leave-out-texture.ts';
import {
  type FaultListener,
  isMachineFault,
  type OptionalSteps,
  withoutFailingSteps,
} from '../output/optional-steps.ts';
import { plainGeometry } from '../output/plain-geometry.ts';
import { type Progress, progressOfPart } from '../output/progress.ts';
import { TextureFiles } from '../output/texture-files.ts';
import { InvalidGlbError } from '../output/write-glb.ts';
import {
  type Variants,
  writeMobilePictures,
  writeUnoptimized,
  writeVariants,
  writeWhole,
} from '../output/write-variants.ts';
import { checkDraco } from './check-draco.ts';
import { READ_SHARE } from './child-protocol.ts';
import { describeModel, type ModelDescription } from './describe-model.ts';
import { checkGltfBudget } from './gltf-budget.ts';
import { type GltfContainer, parseGltfJson, readGlbContainer } from './gltf-container.ts';
import { displayName, type GltfResources, gatherResources } from './gltf-resources.ts';
import { ImportError } from './import-error.ts';
import { type Inventory, inventoryOf, silentLosses } from './inventory.ts';
import { leaveOutScenes, leaveOutViews } from './leave-out.ts';
import { gltfDemand, memoryNeed } from './memory-need.ts';
import { moveModelToOrigin } from './move-model-to-origin.ts';
import { openKtxTextures } from './open-ktx-textures.ts';
import { removeHidden } from './remove-hidden.ts';
import { repair } from './repair.ts';
import { nameMaterials } from './repair-materials.ts';
import { repairTransforms } from './repair-transforms.ts';
import { emptyReport } from './report.ts';
import { type OriginalGlb, smallerOriginal, validOriginal } from './reuse-original.ts';
import { isSameGeometry, modelGeometryOf } from './same-geometry.ts';
import { tidyVariants } from './tidy-variants.ts';
import type { UploadedFile } from './unzip.ts';
import { readWithoutFailingExtensions } from './without-extensions.ts';

export type ConvertedModel = {
  glb: Uint8Array<ArrayBuffer>;
  /** The smaller file for phones. */
  mobile: Uint8Array<ArrayBuffer>;
  report: ImportReport;
  description: ModelDescription;
};

type ConvertInput = {
  format: 'glb' | 'gltf';
  main: UploadedFile;
  files: readonly UploadedFile[];
  io: GltfIo;
  /** Whether the model stays lossless: textures and numbers keep their values. */
  asItCame?: boolean;
  /** A folder for temporary texture files. */
  dir: string;
  /** Receives the estimated memory growth in bytes, as soon as it is known. */
  needs: (bytes: number) => void;
  /** Receives the progress. Reading ends at {@link READ_SHARE}. */
  progress?: Progress;
  /** Receives the errors of optimisation, which do not fail the import. */
  onFault?: FaultListener;
};

/** Progress after writing. The comparison with the original file is left. */
const WRITTEN_SHARE = 0.95;

/**
 * Converts a glTF or GLB file to a validated, optimised GLB and a smaller one. A failing optimisation step is
 * skipped. A model that optimisation would break or change keeps its original form, with a warning.
 * @throws {@link ImportError} with a reason for the user; any other error is a bug.
 */
export async function convertGltf(input: ConvertInput): Promise<ConvertedModel> {
  const { onFault } = input;
  const optimizedModel = await withoutFailingSteps((steps) => writeOptimized(input, steps), onFault).catch(
    (error: unknown) => giveUp(error, onFault),
  );
  const model =
    optimizedModel ?? (await withoutFailingSteps((steps) => leaveUnoptimized(input, steps), onFault));
  input.progress?.(1);
  return model;
}

/**
 * Reports an error that leaves a model without a smaller file.
 * @throws errors of the file or of the machine.
 */
function giveUp(error: unknown, onFault: FaultListener = () => undefined): null {
  if (!(error instanceof Error) || error instanceof ImportError || isMachineFault(error)) {
    throw error;
  }
  onFault(error);
  return null;
}

/** @returns null when the result is invalid or differs from the model. */
async function writeOptimized(input: ConvertInput, steps: OptionalSteps): Promise<ConvertedModel | null> {
  const { io, dir, asItCame = false } = input;
  const { document, source, report, offset, inventory } = await open(input);
  const files = new TextureFiles(dir);
  const stripped = await files.layDown(document);
  const shape = modelGeometryOf(document);
  const progress = progressOfPart(input.progress, [READ_SHARE, WRITTEN_SHARE]);
  const variants = await write(document, { io, files, progress, steps, asItCame });
  const description = variants && describeModel(document);
  if (!description || !isSameGeometry(shape, description)) {
    return null;
  }
  const { optimized, mobile, glb: written } = variants;
  if (optimized.resized > 0) {
    report.resized.push(importMessage('changed.texture-sizes', { count: optimized.resized }));
  }
  noteLost(report, optimized);
  report.dropped.push(...silentLosses(inventory, inventoryOf(document), report));
  const { before, after } = optimized.drawn;
  // An original with stripped metadata is no candidate, because it contains the place where its photos were
  // taken.
  const candidate = source && stripped === 0 ? { ...source, report, slots: description.slots } : null;
  const original =
    candidate &&
    (asItCame ? await validOriginal(candidate) : await smallerOriginal({ ...candidate, optimized: written }));
  if (after < before && !original) {
    report.merged.push(importMessage('changed.instances', { before, after }));
  }
  return { glb: original ?? written, mobile, report, description: withOffset(description, offset) };
}

/** Keeps the original file, or all its content, when optimisation is not safe. Phones get smaller textures. */
async function leaveUnoptimized(input: ConvertInput, steps: OptionalSteps): Promise<ConvertedModel> {
  const { document, source, report, offset, inventory } = await open(input);
  const files = new TextureFiles(input.dir);
  const stripped = await files.layDown(document);
  const description = describeModel(document);
  const isKeepable = source !== null && stripped === 0;
  const original = isKeepable && (await validOriginal({ ...source, report, slots: description.slots }));
  const { io } = input;
  const withMobilePictures = await unlessInvalid(writeMobilePictures(document, { io, files, steps })).catch(
    (error: unknown) => giveUp(error, input.onFault),
  );
  const glb = original || (await writeEverything(document, { io, files, steps }, report));
  report.dropped.push(...silentLosses(inventory, inventoryOf(document), report));
  report.warnings.push(importMessage('changed.kept-as-it-came'));
  return {
    glb,
    mobile: withMobilePictures && withMobilePictures.length < glb.length ? withMobilePictures : glb,
    report,
    description: withOffset(description, offset),
  };
}

/** @throws {@link ImportError} when the complete model is invalid, too. */
async function writeEverything(
  document: Document,
  dependencies: Parameters<typeof writeWhole>[1],
  report: ImportReport,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { glb, ...lost } = await writeWhole(document, dependencies);
    noteLost(report, lost);
    return glb;
  } catch (cause) {
    if (!(cause instanceof InvalidGlbError)) {
      throw cause;
    }
    throw new ImportError('import.failed', importMessage('gltf.invalid', { codes: cause.codes.join(', ') }), {
      cause,
    });
  }
}

/** The warning for a moved model, with its offset in metres. */
function movedBy([x, y, z]: Offset): ImportMessage {
  return importMessage('changed.offset', { x: `${x}`, y: `${y}`, z: `${z}` });
}

function withOffset(description: ModelDescription, offset: Offset | null): ModelDescription {
  return offset ? { ...description, offset } : description;
}

function noteLost(report: ImportReport, { dropped, bereft }: LostTextures): void {
  if (dropped > 0) {
    report.dropped.push(importMessage('lost.textures', { count: dropped }));
  }
  report.dropped.push(...[...bereft].map(lostPicturesOf));
}

type Opened = {
  document: Document;
  /** The original file when it is a candidate to be kept. */
  source: OriginalGlb | null;
  /** The repairs of the import. */
  report: ImportReport;
  /** Offset subtracted from the model's position. */
  offset: Offset | null;
  /** Contents of the model before its repair. */
  inventory: Inventory;
};

/** Reads and repairs a file. A separate function, so that the file's bytes can be collected afterwards. */
async function open({ format, main, files, io, needs, progress }: ConvertInput): Promise<Opened> {
  const report = emptyReport();
  const bytes = new Uint8Array(await readFile(main.path));
  const container: GltfContainer =
    format === 'glb' ? readGlbContainer(bytes) : { json: parseGltfJson(bytes), binary: null };
  const resources = await gatherResources({ ...container, mainName: main.name, files });
  report.warnings.push(...resources.warnings);
  checkGltfBudget(container.json, resources.bufferBytes);
  checkDraco(container.json, resources.files);
  const jsonBytes = bytes.length - (container.binary?.length ?? 0);
  needs(memoryNeed(await gltfDemand(container.json, resources, jsonBytes)));

  assertKnownExtensions(container.json);
  report.dropped.push(...namesOfUnknown(container.json.extensionsUsed).map(sayUnknown));
  const document = await readDocument(io, { ...container, files: resources.files }, report);
  progress?.(READ_SHARE / 2);
  // The report names materials as scenes know them.
  nameMaterials(document);
  removeMissing(document, resources.missing, report);
  report.dropped.push(...leaveOutScenes(document));
  report.dropped.push(...leaveOutViews(document));
  const hidden = removeHidden(document);
  if (hidden > 0) {
    report.dropped.push(importMessage('lost.hidden-parts', { count: hidden }));
  }
  const isTidied = tidyVariants(document);
  await openKtxTextures(document, report);
  await normaliseFeatures(document, report);
  const inventory = inventoryOf(document);
  report.warnings.push(...repair(document));
  if (!shownMeshes(document).some(hasContent)) {
    throw new ImportError('import.failed', importMessage('gltf.no-mesh'));
  }
  const offset = moveModelToOrigin(document);
  if (offset) {
    report.warnings.push(movedBy(offset));
  }
  const read = async () => new Uint8Array(await readFile(main.path));
  const isKeepable = format === 'glb' && hidden === 0 && !isTidied;
  const source = isKeepable ? { json: container.json, bytes: bytes.length, read } : null;
  progress?.(READ_SHARE);
  return { document, source, report, offset, inventory };
}

/** @throws {@link ImportError} with the names of required but unknown extensions. */
function assertKnownExtensions({ extensionsRequired = [] }: GltfJson): void {
  const unknown = namesOfUnknown(extensionsRequired);
  if (unknown.length > 0) {
    throw new ImportError(
      'import.format',
      importMessage('gltf.extensions-required', { names: unknown.join(', ') }),
    );
  }
}

function namesOfUnknown(extensions: readonly string[] = []): string[] {
  return extensions.filter((name) => !KNOWN_EXTENSIONS.has(name)).map((name) => String(name).slice(0, 100));
}

function sayUnknown(name: string): ImportMessage {
  return importMessage('gltf.extension-unknown', { name });
}

async function readDocument(
  io: GltfIo,
  { json, files }: Pick<GltfContainer, 'json'> & Pick<GltfResources, 'files'>,
  report: ImportReport,
): Promise<Document> {
  report.warnings.push(...repairTransforms(json));
  try {
    const { result, leftOut } = await readWithoutFailingExtensions(json, (read) => io.readJson(read, files));
    report.dropped.push(
      ...leftOut.map((name) => importMessage('gltf.extension-unreadable', { name: name.slice(0, 100) })),
    );
    return result;
  } catch (cause) {
    // The external reader trusts its input, so its errors come from the file.
    throw new ImportError('import.failed', importMessage('gltf.parts-do-not-fit'), { cause });
  }
}

function removeMissing(document: Document, missing: ReadonlySet<string>, report: ImportReport): void {
  for (const texture of document.getRoot().listTextures()) {
    if (missing.has(texture.getURI())) {
      report.missing.push(displayName(texture.getURI()));
      report.dropped.push(...[...leaveOutTexture(texture)].map(lostPicturesOf));
    } else {
      // The name stays, but the source path is private.
      texture.setURI('');
    }
  }
}

/** Converts older and compressed features to plain ones, for all outputs. */
async function normaliseFeatures(document: Document, report: ImportReport): Promise<void> {
  const used = new Set(
    document
      .getRoot()
      .listExtensionsUsed()
      .map((extension) => extension.extensionName),
  );
  if (used.has('KHR_materials_pbrSpecularGlossiness')) {
    await document.transform(metalRough());
    report.converted.push(importMessage('gltf.specular-glossiness'));
  }
  await plainGeometry(document);
}

function shownMeshes(document: Document): Mesh[] {
  const meshes: Mesh[] = [];
  document
    .getRoot()
    .getDefaultScene()
    ?.traverse((node) => meshes.push(...[node.getMesh() ?? []].flat()));
  return meshes;
}

function hasContent(mesh: Mesh): boolean {
  return mesh.listPrimitives().some((primitive) => (primitive.getAttribute('POSITION')?.getCount() ?? 0) > 0);
}

/** @returns null when the result is not valid glTF. */
async function write(document: Document, { asItCame, ...options }: WriteOptions): Promise<Variants | null> {
  return await unlessInvalid<Variants>(
    asItCame
      ? writeUnoptimized(document, options)
      : writeVariants(document, { ...options, purpose: 'asset' }),
  );
}

async function unlessInvalid<Result>(writing: Promise<Result>): Promise<Result | null> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof InvalidGlbError) {
      return null;
    }
    throw error;
  }
}

type WriteOptions = Parameters<typeof writeUnoptimized>[1] & { asItCame: boolean };
