import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { useEffect, useEffectEvent } from 'react';
import { isAbort } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import { type Api, useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import type { ImportFile } from '../../files/import-set.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import type { MaterialFiles } from '../../library/group-maps.ts';
import { sendAsset } from '../../library/send-asset.ts';
import { sendMaterial } from '../../library/send-material.ts';
import { createUploadJournal } from '../../library/upload-journal.ts';
import { type SendOptions, type UndoJob, UploadQueue } from '../../library/upload-queue.ts';
import { usePlanMaterials } from '../../library/use-plan-materials.ts';
import { warnBeforeUnload } from '../../warn-before-unload.ts';
import { FILES, type FileShelf } from './shelf-files.ts';

/** Uploads one item into the library. */
type Sending = (options: SendOptions) => Promise<UndoJob | null>;

/** Uploads continue while other pages are open, and are shown again on return. */
const queues = new WeakMap<Api, UploadQueue<Sending>>();

/** Uploads into the workspace's own library; `onAdded` is called for each finished item. */
export function useLibraryUploads(shelf: LibraryShelf, onAdded: () => void) {
  const { t } = useLibraryTranslations();
  const api = useApi();
  const account = useWorkspace()?.uuid;
  const toast = useToast();
  const errorText = useErrorText();
  const planMaterials = usePlanMaterials();
  const queue = queueOf(api, useUser()?.uuid ?? '');
  /** Shows the result in a toast, also on other pages. */
  const told = async (name: string, work: () => Promise<unknown>): Promise<null> => {
    try {
      await work();
    } catch (error) {
      // A cancelled upload needs no message.
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
      told(file.name, () =>
        sendAsset(api, file, { type: FILES[kind].type, account, uploadType: 'library' }, options),
      ),
  });
  const planMaterial = (files: MaterialFiles) => ({
    name: files.name,
    isMadeHere: true,
    job: (options: SendOptions) =>
      told(files.name, () => sendMaterial(api, { files, account, details: { account } }, options)),
  });
  const plan = async (files: readonly ImportFile[]) => {
    if (shelf !== 'materials') {
      return files.map(({ file }) => planFile(shelf, file));
    }
    return (await planMaterials(files)).map(planMaterial);
  };
  const add = (files: Promise<readonly ImportFile[]>) => {
    files
      .then(plan)
      .then((jobs) => queue.add(jobs))
      .catch(() => toast({ kind: 'error', text: t('library.drop.failed') }));
  };
  return { queue, add };
}

function queueOf(api: Api, person: string): UploadQueue<Sending> {
  const known = queues.get(api);
  if (known) {
    return known;
  }
  const queue = new UploadQueue<Sending>(
    (send, options) => send(options),
    createUploadJournal(`diorama.library-uploads.${person}`, sessionStorage),
  );
  queues.set(api, queue);
  // Active while the page is open, since uploads continue on every screen.
  warnBeforeUnload(() => queue.isBusy);
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
