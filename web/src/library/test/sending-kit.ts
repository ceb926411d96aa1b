import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { Api } from '../../api/provider.tsx';
import type { UploadOptions } from '../../api/upload-options.ts';
import { asset } from '../../editor/test/import-kit.ts';

type Call = { params: { id: string }; body: unknown };
type Options = Required<Pick<UploadOptions, 'signal' | 'onProgress'>> & UploadOptions;

/**
 * A server that takes files, whose assets are called after them, and says of each what `states` has, one after the other, and
 * then that it is ready; where `refuses` says so, it answers a call with an error.
 */
export function sendingServer(
  states: Readonly<Record<string, Partial<Asset>[]>> = {},
  refuses: (call: string) => boolean = () => false,
) {
  const sent: string[] = [];
  const fields: unknown[] = [];
  const deleted: string[] = [];
  const made: unknown[] = [];
  const left = structuredClone(states);
  const named = (name: string, patch: Partial<Asset>) =>
    asset({ '@id': `/api/assets/${name}`, uuid: name, name, ...patch });
  const answers: Record<string, (call: Call) => unknown> = {
    getAsset: ({ params: { id } }) => named(id, left[id]?.shift() ?? { status: 'ready', progress: 100 }),
    deleteAsset: ({ params: { id } }) => deleted.push(id),
    createLibraryItem: ({ body }) => {
      made.push(body);
      return { uuid: 'made' };
    },
  };
  const call = async (name: string, input: Call) => {
    if (refuses(name)) {
      throw new Error('lost');
    }
    return answers[name]?.(input);
  };
  const upload = async (file: File, said: unknown, { signal, onProgress, onPieces, onHold }: Options) => {
    signal.throwIfAborted();
    if (refuses(file.name)) {
      throw new Error('lost');
    }
    sent.push(file.name);
    fields.push(said);
    onPieces?.({ pause: () => undefined, resume: () => undefined });
    onHold?.(null);
    onProgress(1);
    return named(file.name, { status: 'uploaded' });
  };
  // What sending uses of the way to the server.
  return {
    api: { client: { call }, upload } as unknown as Pick<Api, 'client' | 'upload'>,
    sent,
    fields,
    deleted,
    made,
  };
}
