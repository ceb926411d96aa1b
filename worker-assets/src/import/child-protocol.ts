import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type { PictureFormat } from '@diorama/shared/domain/file-format.ts';
import type { ModelDescription } from './describe-model.ts';
import type { ImportCode } from './import-error.ts';
import type { UnpackedUpload } from './unpack.ts';
import type { UploadedFile } from './unzip.ts';

/** What a conversion child can be asked: input and output by name. Bytes go through files in the job's folder. */
export type ChildTasks = {
  unpack: { input: { file: UploadedFile; dir: string }; output: UnpackedUpload };
  'convert-gltf': {
    input: { format: 'glb' | 'gltf'; main: UploadedFile; files: UploadedFile[]; dir: string };
    output: { glb: string; mobile: string; report: ImportReport; description: ModelDescription };
  };
  'convert-picture': {
    input: { path: string; format: PictureFormat; dir: string };
    output: { main: string | null; thumbnail: string; mimeType: string; width: number; height: number };
  };
};

export type ChildTaskName = keyof ChildTasks;

/** Parent to child. */
export type ChildRequest = {
  [Name in ChildTaskName]: { task: Name; input: ChildTasks[Name]['input'] };
}[ChildTaskName];

/** Child to parent: `ready` once, then one answer a request. */
export type ChildAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; output: unknown }
  /** The file is at fault. */
  | { kind: 'refused'; code: ImportCode; message: string }
  /** We are. */
  | { kind: 'crashed'; message: string };
