import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type { PictureFormat } from '@diorama/shared/domain/formats.ts';
import type { ModelDescription } from './describe-model.ts';
import type { ImportCode } from './import-error.ts';
import type { Size } from './report.ts';
import type { UnpackedUpload } from './unpack.ts';
import type { UploadedFile } from './unzip.ts';

/** What a conversion child can be asked: input and output by name. Bytes go through files in the job's folder. */
export type ChildTasks = {
  unpack: { input: { file: UploadedFile; dir: string }; output: UnpackedUpload };
  'convert-gltf': {
    input: {
      format: 'glb' | 'gltf';
      main: UploadedFile;
      files: UploadedFile[];
      dir: string;
      /** Whether nothing is to be lost: pictures and numbers stay what they are. */
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

/** Paths of a scene's outputs, and what they hold. */
export type BuiltOutputs = {
  glb: string;
  mobile: string;
  /** Null where the lighter one is read by all. */
  ar: string | null;
  usdz: string;
  stats: { triangles: number; drawCalls: number; textures: number; dropped: number };
};

export type ChildTaskName = keyof ChildTasks;

/** How much of converting a glTF file is done when it has been read; the rest is making it light. */
export const READ_SHARE = 0.2;

/** Parent to child. */
export type ChildRequest = {
  [Name in ChildTaskName]: { task: Name; input: ChildTasks[Name]['input'] };
}[ChildTaskName];

/** Child to parent: `ready` once, then one answer a request, and before it what the request may take and how far it is. */
export type ChildAnswer =
  | { kind: 'ready' }
  /** How many bytes the child will grow by, by what the file says of itself. */
  | { kind: 'needs'; bytes: number }
  /** How much of the task is done, 0 to 1. */
  | { kind: 'progress'; share: number }
  /** A fault of the conversion that the task survives, for operators. */
  | { kind: 'fault'; message: string }
  | { kind: 'done'; output: unknown }
  /** The file is at fault. */
  | { kind: 'refused'; code: ImportCode; message: string }
  /** There was not as much memory as it takes. */
  | { kind: 'outgrown'; message: string }
  /** Our disk is. */
  | { kind: 'hindered'; message: string }
  /** We are. */
  | { kind: 'crashed'; message: string };
