import { extensionsOf } from '@diorama/shared/domain/formats.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { useEffect, useEffectEvent } from 'react';
import { isNoticed } from '../../api/client.ts';
import { type Api, useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { extensionOf } from '../../editor/import/import-set.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { groupMaps, type MaterialFiles } from '../../library/group-maps.ts';
import { sendMaps } from '../../library/send-maps.ts';
import { type SendOptions, type UndoJob, UploadQueue } from '../../library/upload-queue.ts';
import { FILES, type FileShelf, sendFile } from './send-file.ts';

/** Sends one thing into the library. */
type Sending = (options: SendOptions) => Promise<UndoJob | null>;

/** What is being sent goes on while other pages are looked at, and is shown to who comes back. */
const queues = new WeakMap<Api, UploadQueue<Sending>>();

/** What a person sends into the workspace's own library, and how files are put to it; `onAdded` hears of each that is there. */
export function useLibraryUploads(shelf: LibraryShelf, onAdded: () => void) {
  const { t } = useLibraryWords();
  const api = useApi();
  const account = useWorkspace()?.uuid;
  const toast = useToast();
  const errorText = useErrorText();
  const queue = queueOf(api);
  /** Says what became of it to who has gone on to another page as well. */
  const told = async (name: string, work: () => Promise<unknown>): Promise<null> => {
    try {
      await work();
    } catch (error) {
      if (!isAbort(error) && !isNoticed(error)) {
        toast({ kind: 'error', text: t('library.add.failed', { name, reason: errorText(error) }) });
      }
      throw error;
    }
    toast({ kind: 'success', text: t('library.saved', { name }) });
    return null;
  };
  const handleAdded = useEffectEvent(onAdded);
  useEffect(() => onArrival(queue, () => handleAdded()), [queue]);

  const planFile = (kind: FileShelf, file: File) => ({
    name: file.name,
    job: (options: SendOptions) =>
      told(file.name, () => sendFile(api, file, { shelf: kind, account, ...options })),
  });
  const planMaterial = (files: MaterialFiles) => {
    const maps = { files, sent: {} };
    const job = (options: SendOptions) =>
      told(files.name, async () => {
        const material = await sendMaps(api, maps, { account, ...options });
        const body = { name: files.name, material, account };
        await api.client.call('createLibraryItem', { params: { shelf: 'materials' }, body });
      });
    return { name: files.name, job };
  };
  const add = (files: readonly File[]) => {
    if (shelf !== 'materials') {
      queue.add(files.map((file) => planFile(shelf, file)));
      return;
    }
    const { materials, unused } = groupMaps(files.filter(isTexture));
    const left = [...unused, ...files.filter((file) => !isTexture(file))];
    if (left.length > 0) {
      toast({ kind: 'info', text: t('upload.unused', { names: left.map(({ name }) => name).join(', ') }) });
    }
    queue.add(materials.map(planMaterial));
  };
  return { queue, add };
}

function queueOf(api: Api): UploadQueue<Sending> {
  const queue = queues.get(api) ?? new UploadQueue<Sending>((send, options) => send(options));
  queues.set(api, queue);
  return queue;
}

function onArrival(queue: UploadQueue<Sending>, listener: () => void): () => void {
  const count = () => queue.get().filter(({ phase }) => phase === 'done').length;
  let before = count();
  return queue.subscribe(() => {
    const now = count();
    if (now > before) {
      listener();
    }
    before = now;
  });
}

/** Whoever cancels knows. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

const TEXTURES = new Set(extensionsOf(FILES.textures.use));

function isTexture({ name }: File): boolean {
  return TEXTURES.has(extensionOf(name));
}
