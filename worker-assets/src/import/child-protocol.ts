import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type { PictureFormat } from '@diorama/shared/domain/formats.ts';
import type { ModelDescription } from './describe-model.ts';
import type { ImportCode } from './import-error.ts';
import type { UnpackedUpload } from './unpack.ts';
import type { UploadedFile } from './unzip.ts';

/** Tasks of a conversion child: input and output by name. Bytes go through files in the job's folder. */
export type ChildTasks = {
  unpack: { input: { file: UploadedFile; dir: string }; output: UnpackedUpload };
  'convert-gltf': {
    input: {
      format: 'glb' | 'gltf';
      main: UploadedFile;
      files: UploadedFile[];
      dir: string;
      /** Whether the conversion is lossless: pixels and numbers stay unchanged. */
      asItCame?: boolean;
    };
    output: { glb: string; mobile: string; report: ImportReport; description: ModelDescription };
  };
  'convert-picture': {
    input: { path: string; format: PictureFormat; dir: string };
    output: {
      main: string | null;
      mobile: string | null;
      thumbnail: string;
      mimeType: string;
      report: ImportReport;
    };
  };
  'convert-sky': {
    input: { path: string; dir: string };
    output: { main: string | null; mobile: string; thumbnail: string; report: ImportReport };
  };
  'check-font': {
    input: { path: string; dir: string };
    output: { main: string | null; thumbnail: string; mimeType: string };
  };
  'build-outputs': {
    input: {
      /** The scene document as JSON. */
      scene: string;
      assets: { iri: string; path: string }[];
      arPlacement: 'floor' | 'wall';
      dir: string;
    };
    output: BuiltOutputs;
  };
  'convert-source': {
    input: { glb: string; arPlacement: 'floor' | 'wall'; dir: string };
    output: BuiltOutputs;
  };
};

/** Paths of a scene's outputs, and their content. */
export type BuiltOutputs = {
  glb: string;
  mobile: string;
  /** Null where all readers support the lighter one. */
  ar: string | null;
  usdz: string;
  stats: { triangles: number; drawCalls: number; textures: number; dropped: number };
};

export type ChildTaskName = keyof ChildTasks;

/** Share of the progress of a glTF conversion for reading the file. The rest is optimisation. */
export const READ_SHARE = 0.2;

/** Message from parent to child. */
export type ChildRequest = {
  [Name in ChildTaskName]: { task: Name; input: ChildTasks[Name]['input'] };
}[ChildTaskName];

/**
 * Message from child to parent: `ready` once, then one answer per request, preceded by its memory need and
 * its progress.
 */
export type ChildAnswer =
  | { kind: 'ready' }
  /** Expected growth of the child in bytes, estimated from the file's declarations. */
  | { kind: 'needs'; bytes: number }
  /** Progress of the task, 0 to 1. */
  | { kind: 'progress'; share: number }
  /** A conversion error that the task survives, for operators. */
  | { kind: 'fault'; message: string }
  | { kind: 'done'; output: unknown }
  /** Caused by the file. */
  | { kind: 'refused'; code: ImportCode; message: string }
  /** Caused by a lack of memory. */
  | { kind: 'outgrown'; message: string }
  /** Caused by the worker's disk. */
  | { kind: 'hindered'; message: string }
  /** Caused by the worker's code. */
  | { kind: 'crashed'; message: string };
