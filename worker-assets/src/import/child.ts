/**
 * Entry point of a conversion child, which parses untrusted files outside of the worker process. It receives
 * tasks over its IPC channel, has an empty environment and imports no network code.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isDiskFault } from '@diorama/shared/server/runtime/disk-fault.ts';
import sharp from 'sharp';
import { isOutOfMemory } from '../out-of-memory.ts';
import { buildGltf } from '../output/build-gltf.ts';
import { EncodedPictures } from '../output/encoded-pictures.ts';
import { addVariants } from '../output/gltf/option-variants.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { type OptionalSteps, withoutFailingSteps } from '../output/optional-steps.ts';
import { type SceneOutputs, writeOutputs } from '../output/write-outputs.ts';
import { checkFont } from './check-font.ts';
import { checkSound } from './check-sound.ts';
import type { BuiltOutputs, ChildAnswer, ChildRequest, ChildTaskName, ChildTasks } from './child-protocol.ts';
import { convertGltf } from './convert-gltf.ts';
import { convertPicture } from './convert-picture.ts';
import { convertSky } from './convert-sky.ts';
import { type GltfContainer, readGlbContainer } from './gltf-container.ts';
import { GLB_BUFFER, type GltfResources } from './gltf-resources.ts';
import { ImportError } from './import-error.ts';
import {
  addDemands,
  gltfDemand,
  type MemoryDemand,
  memoryNeed,
  NO_DEMAND,
  pictureBytes,
} from './memory-need.ts';
import { unpackUpload } from './unpack.ts';

const GLB_MAGIC = 'glTF';

// Every picture is processed once, so sharp's cache would only use memory.
sharp.cache(false);
const io = await createGltfIo();
const pictures = new EncodedPictures();

type Tasks = {
  [Name in ChildTaskName]: (
    input: ChildTasks[Name]['input'],
    events: typeof news,
  ) => Promise<ChildTasks[Name]['output']>;
};

/** Reports to the parent during a task. */
const news = {
  needs: (bytes: number) => send({ kind: 'needs', bytes }),
  progress: (share: number) => send({ kind: 'progress', share }),
  onFault: (error: Error) => send({ kind: 'fault', message: textOf(error) }),
};

const tasks: Tasks = {
  unpack: ({ file, dir }, { needs }) => unpackUpload(file, { dir, needs }),

  'convert-gltf': async ({ dir, ...input }, events) => {
    const { glb, mobile, ...rest } = await convertGltf({ ...input, dir, io, ...events });
    return { glb: await save(dir, 'model.glb', glb), mobile: await save(dir, 'mobile.glb', mobile), ...rest };
  },

  'convert-picture': async ({ path, format, dir }, { needs }) => {
    const { main, mobile, thumbnail, ...rest } = await convertPicture({ path, format, needs });
    return {
      main: main && (await save(dir, 'picture', main)),
      mobile: mobile && (await save(dir, 'picture-mobile.webp', mobile)),
      thumbnail: await save(dir, 'thumbnail.webp', thumbnail),
      ...rest,
    };
  },

  'convert-sky': async ({ path, dir }, { needs }) => {
    const { main, mobile, thumbnail, report } = await convertSky(path, needs);
    return {
      main: main && (await save(dir, 'sky.hdr', main)),
      mobile: await save(dir, 'sky-mobile.hdr', mobile),
      thumbnail: await save(dir, 'thumbnail.webp', thumbnail),
      report,
    };
  },

  'check-font': async ({ path, dir }, { needs }) => {
    const { main, thumbnail, mimeType } = await checkFont(path, needs);
    return {
      main: main && (await save(dir, 'font', main)),
      thumbnail: await save(dir, 'thumbnail.webp', thumbnail),
      mimeType,
    };
  },

  'check-sound': ({ path }, { needs }) => checkSound(path, needs),

  'build-outputs': async ({ scene, variants, assets, settings, dir }, { needs, onFault }) => {
    const text = await readFile(scene, 'utf8');
    // The worker has completed the documents; ids of generated nodes are no ids of stored ones.
    const read = (json: string): SceneDocument => JSON.parse(json);
    const demand = await sceneDemand(assets, text.length);
    // Another combination is in memory beside the default one.
    needs(memoryNeed(variants.length > 0 ? addDemands(demand, demand) : demand));
    const bytes = new Map<string, Uint8Array>();
    for (const { iri, path } of assets) {
      bytes.set(iri, new Uint8Array(await readFile(path)));
    }
    const write = async (steps: OptionalSteps) => {
      const built = await buildGltf(read(text), bytes, io);
      await addVariants(built.document, variants, async (path) => {
        const { document } = await buildGltf(read(await readFile(path, 'utf8')), bytes, io);
        return document;
      });
      return await writeOutputs({ scene: built, io, settings, dir, pictures, steps });
    };
    return saveOutputs(dir, await withoutFailingSteps(write, onFault));
  },

  'convert-source': async ({ glb, settings, dir }, { needs, onFault }) => {
    needs(memoryNeed(await assetDemand(glb)));
    const write = async (steps: OptionalSteps) => {
      const document = await io.readGlb(new Uint8Array(await readFile(glb)));
      const [playing = null, ...still] = document.getRoot().listAnimations();
      const scene = { document, dropped: 0, playing, stillClips: still.length, annotations: new Map() };
      return await writeOutputs({ scene, io, settings, dir, pictures, steps });
    };
    return saveOutputs(dir, await withoutFailingSteps(write, onFault));
  },
};

async function saveOutputs(dir: string, made: SceneOutputs): Promise<BuiltOutputs> {
  return {
    glb: await save(dir, 'scene.glb', made.glb),
    mobile: await save(dir, 'scene-mobile.glb', made.mobile),
    ar: made.ar && (await save(dir, 'scene-ar.glb', made.ar)),
    usdz: await save(dir, 'scene.usdz', made.usdz),
    stats: made.stats,
  };
}

async function save(dir: string, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, bytes);
  return path;
}

async function answer(request: ChildRequest): Promise<ChildAnswer> {
  try {
    // The task's name pairs its input with its output, which a union of both cannot express.
    const run = tasks[request.task] as (
      input: ChildRequest['input'],
      events: typeof news,
    ) => Promise<unknown>;
    return { kind: 'done', output: await run(request.input, news) };
  } catch (error) {
    if (error instanceof ImportError && !isOutOfMemory(error.cause)) {
      return { kind: 'refused', code: error.code, reason: error.reason };
    }
    return { kind: kindOf(error), message: textOf(error) };
  }
}

/** The stack of an error, and of its cause. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const stack = error.stack ?? error.message;
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${textOf(error.cause)}`;
}

/** Classifies an error that the file did not cause. */
function kindOf(error: unknown): 'outgrown' | 'hindered' | 'crashed' {
  if (isOutOfMemory(error)) {
    return 'outgrown';
  }
  return isDiskFault(error) ? 'hindered' : 'crashed';
}

async function answerAndTidy(request: ChildRequest): Promise<void> {
  const message = await answer(request);
  // The memory limit of the next task counts from the memory left after this one.
  globalThis.gc?.();
  send(message);
}

function send(message: ChildAnswer): void {
  process.send?.(message);
}

process.on('message', (request: ChildRequest) => {
  answerAndTidy(request).catch((error: unknown) => {
    throw error;
  });
});
// Without its parent the child would never end.
process.on('disconnect', () => process.exit(0));
send({ kind: 'ready' });

/** Memory demand of a scene's outputs: all assets at once, and textures one by one. */
async function sceneDemand(
  assets: readonly { path: string }[],
  documentBytes: number,
): Promise<MemoryDemand> {
  let demand: MemoryDemand = { ...NO_DEMAND, json: documentBytes };
  for (const { path } of assets) {
    demand = addDemands(demand, await assetDemand(path));
  }
  return demand;
}

/** Memory demand of one asset: a stored GLB or a picture. */
async function assetDemand(path: string): Promise<MemoryDemand> {
  const bytes = new Uint8Array(await readFile(path));
  if (Buffer.from(bytes.subarray(0, GLB_MAGIC.length)).toString('latin1') !== GLB_MAGIC) {
    return { ...NO_DEMAND, files: bytes.length, picture: await pictureBytes(path) };
  }
  const { json, binary } = openOrEmpty(bytes);
  const files: GltfResources['files'] = binary ? { [GLB_BUFFER]: binary } : {};
  const bufferBytes = binary ? [binary.length] : [];
  return gltfDemand(json, { files, bufferBytes }, bytes.length - (binary?.length ?? 0));
}

/** Returns an empty file for an unreadable asset; the build reports it later. */
function openOrEmpty(bytes: Uint8Array<ArrayBuffer>): GltfContainer {
  try {
    return readGlbContainer(bytes);
  } catch {
    return { json: { asset: { version: '2.0' } }, binary: null };
  }
}
