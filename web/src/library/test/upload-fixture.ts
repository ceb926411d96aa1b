import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { Api } from '../../api/provider.tsx';
import type { UploadOptions } from '../../api/upload-options.ts';
import { asset } from '../../editor/test/import-fixture.ts';

type Call = { params: { id: string }; body: unknown };
type Options = Required<Pick<UploadOptions, 'signal' | 'onProgress'>> & UploadOptions;

/**
 * Mock of a server that accepts files and names the assets after them. Each asset passes through its `states` in order
 * and is then ready. Calls for which `refuses` returns true answer an error.
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
  const upload = async (file: File, details: unknown, { signal, onProgress, onPieces, onHold }: Options) => {
    signal.throwIfAborted();
    if (refuses(file.name)) {
      throw new Error('lost');
    }
    sent.push(file.name);
    fields.push(details);
    onPieces?.({ pause: () => undefined, resume: () => undefined });
    onHold?.(null);
    onProgress(1);
    return named(file.name, { status: 'uploaded' });
  };
  // Subset of the API that the upload functions use.
  return {
    api: { client: { call }, upload } as unknown as Pick<Api, 'client' | 'upload'>,
    sent,
    fields,
    deleted,
    made,
  };
}
