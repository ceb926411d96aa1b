import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type { PictureFormat } from '@diorama/shared/domain/formats.ts';
import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import type { OutputSettings } from '../output/write-outputs.ts';
import type { CheckedSound } from './check-sound.ts';
import type { ModelDescription } from './describe-model.ts';
import type { ImportCode } from './import-error.ts';
import type { Size } from './report.ts';
import type { UnpackedUpload } from './unpack.ts';
import type { UploadedFile } from './unzip.ts';

/** Tasks of a conversion child: input and output by name. Bytes are passed as files in the job's folder. */
export type ChildTasks = {
  unpack: { input: { file: UploadedFile; dir: string }; output: UnpackedUpload };
  'convert-gltf': {
    input: {
      format: 'glb' | 'gltf';
      main: UploadedFile;
      files: UploadedFile[];
      dir: string;
      /** Whether the model stays lossless: textures and numbers keep their values. */
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
      pixels: Size;
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
  'check-sound': { input: { path: string; dir: string }; output: CheckedSound };
  'build-outputs': {
    input: {
      /** The scene document as JSON. */
      scene: string;
      /** The documents of other combinations of choices, which become material variants. */
      variants: readonly { name: string; scene: string }[];
      assets: { iri: string; path: string }[];
      settings: OutputSettings;
      dir: string;
    };
    output: BuiltOutputs;
  };
  'convert-source': { input: { glb: string; settings: OutputSettings; dir: string }; output: BuiltOutputs };
};

/** Paths of a scene's output files, and statistics of their content. */
export type BuiltOutputs = {
  glb: string;
  mobile: string;
  /** Null when every client reads the smaller file. */
  ar: string | null;
  usdz: string;
  stats: { triangles: number; drawCalls: number; textures: number; dropped: number };
};

export type ChildTaskName = keyof ChildTasks;

/** Share of a glTF conversion that is done after reading; the rest is optimisation. */
export const READ_SHARE = 0.2;

/** Messages from parent to child. */
export type ChildRequest = {
  [Name in ChildTaskName]: { task: Name; input: ChildTasks[Name]['input'] };
}[ChildTaskName];

/**
 * Messages from child to parent: `ready` once, then one result per request. Memory needs and progress may
 * precede the result.
 */
export type ChildAnswer =
  | { kind: 'ready' }
  /** Estimated growth of the child in bytes, from the file's headers. */
  | { kind: 'needs'; bytes: number }
  /** Completed share of the task, 0 to 1. */
  | { kind: 'progress'; share: number }
  /** A non-fatal error of the conversion, for operators. */
  | { kind: 'fault'; message: string }
  | { kind: 'done'; output: unknown }
  /** The file is invalid. */
  | { kind: 'refused'; code: ImportCode; reason: ImportMessage | null }
  /** The task needs more memory than available. */
  | { kind: 'outgrown'; message: string }
  /** The worker's disk failed. */
  | { kind: 'hindered'; message: string }
  /** The worker's code failed. */
  | { kind: 'crashed'; message: string };
